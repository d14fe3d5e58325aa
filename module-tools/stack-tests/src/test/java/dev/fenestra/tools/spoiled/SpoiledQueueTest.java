package dev.fenestra.tools.spoiled;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program writes garbage into its own rings, doorbell records and completion queues. It gets an errno, a status or an
 * event of verbs, and other programs are not affected. A failure names its seed, to be replayed with
 * {@code -Dfenestra.fuzz.seed=...}.
 */
@Timeout(120)
class SpoiledQueueTest {
    private static final int ROUNDS = 40;

    /** Whose queues are spoiled. */
    enum Kind {
        RC(QpType.RC, 8),
        RC_WITH_SRQ(QpType.RC, 0),
        UC(QpType.UC, 8),
        UC_WITHOUT_RECEIVES(QpType.UC, 0),
        UD(QpType.UD, 8);

        final QpType type;
        final int receives;

        Kind(QpType type, int receives) {
            this.type = type;
            this.receives = receives;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldAnswerAProgramThatSpoilsItsOwnQueues(Kind kind) {
        long first = Long.getLong("fenestra.fuzz.seed", 0x5EED_0000L);
        int rounds = System.getProperty("fenestra.fuzz.seed") == null
                ? Integer.getInteger("fenestra.fuzz.rounds", ROUNDS)
                : 1;
        for (long seed = first; seed < first + rounds; seed++) {
            try {
                round(kind, seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(kind + " with -Dfenestra.fuzz.seed=" + seed, e);
            }
        }
    }

    private static void round(Kind kind, long seed) {
        Random random = new Random(seed);
        try (TestBench bench = TestBench.twoHosts(seed)) {
            QpPair innocent =
                    bench.pair(bench.host("alice").open(), bench.host("bob").open());
            Spoiler spoiler = new Spoiler(bench.host("alice"), kind.type, kind.receives, random);
            Spoiler peer = new Spoiler(bench.host("bob"), kind.type, kind.receives, random);
            spoiler.connect(peer);
            for (int turn = 0; turn < 4; turn++) {
                peer.work(peer.others());
                spoiler.work(spoiler.others());
                spoiler.spoil();
                spoiler.look();
                peer.look();
            }
            spoiler.end();
            peer.end();
            assertServed(innocent, seed);
        }
    }

    private static void assertServed(QpPair innocent, long value) {
        RemoteBuffer there = innocent.other().window(0, Long.BYTES, AccessFlag.REMOTE_WRITE);
        innocent.one().memory().putLong(0, value);
        innocent.one().perform(RdmaWrite.of(1, there, innocent.one().region().slice(0, Long.BYTES)));
        assertEquals(value, innocent.other().memory().getLong(0));
    }

    /** The registers of a page are 8 bytes each, at multiples of 8. */
    @Test
    void shouldTakeNoRegisterWriteThatIsNotAligned() {
        try (TestBench bench = TestBench.twoHosts()) {
            QpPair pair =
                    bench.pair(bench.host("alice").open(), bench.host("bob").open());
            DoorbellPage registers = bench.host("alice").hca().doorbellPage();
            byte[] before = registers.memory().toArray(JAVA_BYTE);
            for (int offset :
                    new int[] {0x801, 0x804, 0x21, 0xffc, 0xfff, 0x1000, -8, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                registers.write64(offset, -1);
            }
            assertArrayEquals(before, registers.memory().toArray(JAVA_BYTE));
            assertServed(pair, 7);
            assertTrue(bench.host("alice").refusals().isEmpty());
        }
    }
}
