package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.limits.CacheSize;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaRead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A27, A28: what one client can do to, or learn of, another through caches that both use. */
class TimingTest {
    private static final CacheSize NONE = CacheSize.OFF;

    /** Bob's regions on a card with a key cache, and a client that reads them. */
    private static final class Stage implements AutoCloseable {
        final TestBench bench;
        final Client alice;
        final List<MemoryRegion> regions = new ArrayList<>();

        Stage(CacheSize ofKeys, int count) {
            TestBenchBuilder builder = TestBench.builder();
            bench = builder.hcaConfig(hca -> hca.withMemory(hca.memory().withCaches(ofKeys, NONE)))
                    .build();
            alice = new Client(bench.host("alice"));
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            alice.connect(bench, pd.createQp(QpSpec.rc(bob.createCq(16), bob.createCq(16))));
            for (int i = 0; i < count; i++) {
                regions.add(Client.open(pd, bob.allocate(64)));
            }
        }

        HcaCounters counters() {
            return bench.host("bob").hca().counters();
        }

        /** Virtual nanoseconds that a READ takes. */
        long read(int region) {
            long start = alice.context.now();
            alice.attempt(RdmaRead.of(1, regions.get(region).remote().slice(0, 8), alice.region.slice(0, 8)))
                    .orThrow();
            return alice.context.now() - start;
        }

        /** Whether a READ found its key in the cache. */
        boolean isMiss(int region) {
            long before = counters().keyCacheMisses;
            read(region);
            return counters().keyCacheMisses > before;
        }

        @Override
        public void close() {
            bench.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void shouldTakeTheSameTimeToTheTickForAHitAndAMiss(int sets) {
        try (Stage stage = new Stage(sets == 0 ? NONE : new CacheSize(sets, 1), 8)) {
            Set<Long> times = new HashSet<>();
            for (int i = 0; i < 64; i++) {
                times.add(stage.read(i * 5 % 8));
                times.add(stage.read(i * 5 % 8));
            }

            assertEquals(1, times.size(), "virtual times: " + times);
        }
    }

    /** Prime and probe: the client's own key says whether somebody used the one line that it shares. */
    @Test
    void shouldShowTheVictimsAccessInTheOneLineThatIsShared() {
        int sets = 4;
        for (int victim = 1; victim < 8; victim++) {
            try (Stage stage = new Stage(new CacheSize(sets, 1), 8)) {
                stage.read(0);
                assertEquals(false, stage.isMiss(0), "primed");

                stage.read(victim);

                assertEquals(victim % sets == 0, stage.isMiss(0), "probed after key " + victim + " was used");
            }
        }
    }

    /** Eight lines: the victim works on four keys, the attacker on some more. */
    @ParameterizedTest
    @CsvSource({"0, 0", "2, 0", "4, 0", "5, 4", "8, 4"})
    void shouldMissEveryTimeOnceTheAttackersKeysDoNotFitBesideTheVictims(int attackers, int misses) {
        try (Stage stage = new Stage(new CacheSize(1, 8), 12)) {
            round(stage, attackers);
            assertEquals(misses, round(stage, attackers));
        }
    }

    private static int round(Stage stage, int attackers) {
        for (int i = 0; i < attackers; i++) {
            stage.read(4 + i);
        }
        int misses = 0;
        for (int i = 0; i < 4; i++) {
            misses += stage.isMiss(i) ? 1 : 0;
        }
        return misses;
    }

    /**
     * The key generator is shared by all processes of a device: the steps of one's own keys count the others' (ReDMArk
     * V3).
     */
    @Test
    void shouldGiveAwayHowManyKeysOthersTookUnderTheSequentialPolicy() {
        try (TestBench bench = TestBench.twoHosts()) {
            Context one = bench.host("bob").open();
            Context other = bench.host("bob").open();
            ProtectionDomain mine = one.allocPd();
            ProtectionDomain theirs = other.allocPd();
            for (int taken = 0; taken < 5; taken++) {
                int before = mine.allocMw(MwType.TYPE_1).rkey();
                for (int i = 0; i < taken; i++) {
                    theirs.allocMw(MwType.TYPE_1);
                }
                assertEquals(taken + 1, mine.allocMw(MwType.TYPE_1).rkey() - before >> 8);
            }
        }
    }
}
