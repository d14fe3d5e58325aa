package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A UC message that is dropped has a line in the log of its receiver; its sender never learns of it. */
class UnreliableRefusalTest {
    private static final int BYTES = 4096;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Side alice = new Side("alice");
    private final Side bob = new Side("bob");

    private final class Side {
        private final CompletionQueue cq;
        private final MemoryRegion region;
        private final QueuePair qp;

        Side(String host) {
            Context context = bench.host(host).open();
            ProtectionDomain pd = context.allocPd();
            cq = context.createCq(16);
            region = pd.regMr(context.allocate(BYTES), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            qp = pd.createQp(QpSpec.uc(cq, cq));
        }
    }

    @BeforeEach
    void connect() {
        bench.connectPair(alice.qp, bob.qp);
    }

    private List<String> rules() {
        alice.cq.await(1, Duration.ofSeconds(1)).orThrow();
        bench.run(Duration.ofMillis(1));
        return bench.host("bob").refusals().stream().map(Refusal::ruleId).toList();
    }

    @Test
    void shouldLogASendWithoutAReceive() {
        alice.qp.post(Send.of(1, alice.region.slice(0, 8)));

        assertEquals(List.of("U4"), rules());
    }

    @Test
    void shouldLogAWriteWithImmediateWithoutAReceive() {
        alice.qp.post(RdmaWriteWithImmediate.of(1, bob.region.slice(0, 8).remote(), 7, alice.region.slice(0, 8)));

        assertEquals(List.of("U4"), rules());
    }

    @Test
    void shouldLogASendThatIsLongerThanItsReceive() {
        bob.qp.postRecv(2, bob.region.slice(0, 4));
        alice.qp.post(Send.of(1, alice.region.slice(0, 8)));

        assertEquals(List.of("T3"), rules());
    }
}
