package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.ItemResult;
import dev.fenestra.tools.proof.campaign.Shard;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MutantWorkTest {
    private static final Defect FIRST = Mutants.defects().getFirst();

    /** A defect that is built in nowhere. */
    private static final Defect NONE = new Defect(
            "none", "nothing is wrong", FIRST.source(), FIRST.device(), FIRST.rule(), FIRST.moves(), List.of());

    private static final List<Defect> SOME =
            List.of(FIRST, NONE, Mutants.defects().getLast());

    private final CampaignWork work = new MutantWork("1", Map.of("--dishonest", "true"), SOME);

    @Test
    void shouldHaveAnItemForEachDefect() {
        assertEquals(3L, work.identity().items());
        assertEquals(Map.of("--dishonest", "true"), work.identity().options());
    }

    @Test
    void shouldFindTheSameInShardsAsInOneRun() throws IOException, InputException {
        Map<Long, ItemResult> whole = results(Shard.ALL);
        Map<Long, ItemResult> shards = new TreeMap<>();
        for (int number = 1; number <= 2; number++) {
            results(new Shard(number, 2)).forEach((item, result) -> assertTrue(shards.put(item, result) == null));
        }

        assertEquals(whole, shards);
        ItemResult killed = new ItemResult(Map.of("defects", 1L, "killed", 1L), List.of());
        ItemResult survived = new ItemResult(
                Map.of("defects", 1L, "survived", 1L),
                List.of(new Finding(
                        FIRST.rule(),
                        "none",
                        "nothing is wrong, and no case of the kit names the rule",
                        "",
                        "./fenestra mutants none")));
        assertEquals(Map.of(0L, killed, 1L, survived, 2L, killed), whole);
    }

    private Map<Long, ItemResult> results(Shard shard) throws IOException, InputException {
        Map<Long, ItemResult> results = new TreeMap<>();
        for (long i = 0; i < shard.count(SOME.size()); i++) {
            try (CampaignWork.Worker worker = work.worker()) {
                results.put(shard.item(i), worker.run(shard.item(i)));
            }
        }
        return results;
    }
}
