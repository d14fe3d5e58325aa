package acme.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A program as a user would write it; ServiceLoader finds the driver. */
class AcmeFirstBindTest {
    private static final Duration PATIENCE = Duration.ofMillis(10);

    @Test
    void shouldWriteThroughAWindow() {
        try (TestBench bench = TestBench.builder().provider("acme").build()) {
            Context alice = bench.host("alice").open();
            Context bob = bench.host("bob").open();
            ProtectionDomain alicePd = alice.allocPd();
            ProtectionDomain bobPd = bob.allocPd();
            CompletionQueue aliceCq = alice.createCq(16);
            CompletionQueue bobCq = bob.createCq(16);
            QueuePair aliceQp = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));
            QueuePair bobQp = bobPd.createQp(QpSpec.rc(bobCq, bobCq));
            bench.connectPair(aliceQp, bobQp);

            MemoryRegion region = bobPd.regMr(bob.allocate(4096), AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
            MemoryWindow window = bobPd.allocMw(MwType.TYPE_1);
            bobQp.bindMw(1, window, region.slice(0, 64), AccessFlag.REMOTE_WRITE);
            bobCq.await(1, PATIENCE).orThrow();

            MemoryRegion source = alicePd.regMr(alice.allocate(4096));
            aliceQp.post(RdmaWrite.of(2, window.remote(region.address(), 64), source.slice(0, 64)));
            assertEquals(WcStatus.SUCCESS, aliceCq.await(2, PATIENCE).status());
            aliceQp.post(RdmaWrite.of(3, window.remote(region.address(), 64), source.slice(0, 65)));
            assertEquals(WcStatus.REM_ACCESS_ERR, aliceCq.await(3, PATIENCE).status());
            assertEquals("A7", bench.host("bob").refusals().getLast().ruleId());
        }
    }
}
