package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Shard;
import dev.fenestra.tools.proof.campaign.Totals;
import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The items of the oracle, with a model that has lost a rule. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProgramItemsTest {
    private static final long VERBS = 22_000;

    private static CampaignWork work() {
        return new OracleWork(
                "fenestra 1",
                7,
                List.of(WindowForm.TYPE_2B),
                OptionalLong.of(VERBS),
                form -> new Oracle(form, RuleBook.without(OracleRule.A7)));
    }

    private static Totals run(int of) throws Exception {
        Totals totals = new Totals();
        for (int number : IntStream.rangeClosed(1, of).toArray()) {
            try (CampaignWork work = work();
                    CampaignWork.Worker worker = work.worker()) {
                Shard shard = new Shard(number, of);
                long items = Objects.requireNonNull(work.identity().items());
                for (long place = 0; place < shard.count(items); place++) {
                    totals.add(shard.item(place), worker.run(shard.item(place)));
                }
            }
        }
        return totals;
    }

    @Test
    void shouldFindTheSameInShardsAsInOneRunAndMakeItShort() throws Exception {
        Totals whole = run(1);
        Totals shards = run(2);

        assertEquals(List.copyOf(whole.groups()), List.copyOf(shards.groups()));
        assertEquals(whole.counts(), shards.counts());
        assertEquals(3, whole.count("programs"));
        Totals.Group found = whole.groups().stream()
                .filter(group -> group.shortest().rule().contains("A7"))
                .findFirst()
                .orElseThrow();
        assertTrue(found.shortest().detail().contains("TestBench"), found.toString());
        assertTrue(found.shortest().detail().lines().count() < 150, found.toString());
        assertTrue(
                found.shortest().repeat().matches("./fenestra oracle --seed [789] --verbs 10000 --window-type 2b"),
                found.toString());
    }

    @Test
    void shouldHaveAnItemForEachProgramOnEachKindOfDeviceAndNoEndWithoutACount() {
        List<WindowForm> both = List.of(WindowForm.values());
        assertEquals(
                6L,
                new OracleWork("v", 1, both, OptionalLong.of(20_001)).identity().items());
        assertEquals(
                2L, new OracleWork("v", 1, both, OptionalLong.of(1)).identity().items());
        assertEquals(
                null,
                new OracleWork("v", 1, both, OptionalLong.empty()).identity().items());
    }
}
