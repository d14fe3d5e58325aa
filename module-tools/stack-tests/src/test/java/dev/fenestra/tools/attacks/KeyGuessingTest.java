package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A2, A3: with keys that cannot be foretold each wrong guess costs a QP pair. {@link KeyPolicyTableTest} says which
 * policies can be foretold.
 */
class KeyGuessingTest {
    private static final long SEED = 20_26;

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
                binds.await(i, Patience.LIMIT).orThrow();
                live.add(window.rkey());
            }
            MemoryRegion source = alicePd.regMr(alice.allocate(4096));
            SplittableRandom guesses = new SplittableRandom(SEED);
            int burnt = 0;
            for (int i = 0; i < 1_000; i++) {
                int guess = guesses.nextInt();
                from.post(RdmaWrite.of(i, new RemoteBuffer(region.address(), 8, guess), source.slice(0, 8)));
                boolean hit = sends.await(i, Patience.LIMIT).status() == WcStatus.SUCCESS;
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
