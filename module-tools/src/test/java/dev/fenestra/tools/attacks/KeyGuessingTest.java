package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.device.KeyPolicy;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Keys are no secrets: a predictable policy gives the next one away, and with an unpredictable one each wrong guess costs a QP pair. */
class KeyGuessingTest {
    private static final long SEED = 20_26;
    /** A policy that always takes the same step shows it soon; to tell 14 bits takes more. */
    private static final int FEW = 1 << 10;

    private static final int MANY = 1 << 16;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Test
    void shouldGiveAwayTheNextKeyUnderTheSequentialPolicy() {
        assertEquals(0.0, minEntropyOfSteps(new KeyPolicy.Sequential(), FEW), 1e-9);
    }

    @Test
    void shouldNotGiveAwayTheNextKeyUnderTheRandomPolicy() {
        double entropy = minEntropyOfSteps(new KeyPolicy.Random(SEED), MANY);

        assertTrue(entropy > 14, "bits of min-entropy of " + MANY + " steps: " + entropy);
    }

    /** Minus log2 of how often the likeliest step from one key to the next occurs. */
    private static double minEntropyOfSteps(KeyPolicy policy, int keys) {
        try (TestBench bench =
                TestBench.builder().hcaConfig(config -> config.withKeys(policy)).build()) {
            ProtectionDomain pd = bench.host("bob").open().allocPd();
            Map<Integer, Integer> steps = new HashMap<>();
            int last = pd.allocMw(MwType.TYPE_1).rkey();
            for (int i = 0; i < keys; i++) {
                int key = pd.allocMw(MwType.TYPE_1).rkey();
                steps.merge(key - last, 1, Integer::sum);
                last = key;
            }
            int likeliest =
                    steps.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
            return -Math.log((double) likeliest / keys) / Math.log(2);
        }
    }

    @Test
    void shouldRefuseEveryGuessThatIsNotALiveKeyAtTheCostOfAQpPairEach() {
        try (TestBench bench = TestBench.builder()
                .hcaConfig(config -> config.withKeys(new KeyPolicy.Random(SEED)))
                .build()) {
            Context alice = bench.host("alice").open();
            Context bob = bench.host("bob").open();
            CompletionQueue sends = alice.createCq(16);
            CompletionQueue binds = bob.createCq(16);
            ProtectionDomain alicePd = alice.allocPd();
            ProtectionDomain bobPd = bob.allocPd();
            QueuePair from = alicePd.createQp(QpSpec.rc(sends, sends));
            QueuePair to = bobPd.createQp(QpSpec.rc(binds, binds));
            bench.connectPair(from, to);
            MemoryRegion region = bobPd.regMr(bob.allocate(4096), AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
            Set<Integer> live = new HashSet<>();
            for (int i = 0; i < 64; i++) {
                MemoryWindow window = bobPd.allocMw(MwType.TYPE_1);
                to.bindMw(i, window, region.all(), AccessFlag.REMOTE_WRITE);
                binds.await(i, PATIENCE).orThrow();
                live.add(window.rkey());
            }
            MemoryRegion source = alicePd.regMr(alice.allocate(4096));
            SplittableRandom guesses = new SplittableRandom(SEED);
            int burnt = 0;
            for (int i = 0; i < 1_000; i++) {
                int guess = guesses.nextInt();
                from.post(RdmaWrite.of(i, new RemoteBuffer(region.address(), 8, guess), source.slice(0, 8)));
                boolean hit = sends.await(i, PATIENCE).status() == WcStatus.SUCCESS;
                assertEquals(live.contains(guess), hit, () -> "seed " + SEED + ", guess " + Integer.toHexString(guess));
                if (!hit) {
                    burnt++;
                    bench.reconnectPair(from, to);
                }
            }
            assertTrue(burnt >= 999, "QP pairs burnt: " + burnt);
        }
    }
}
