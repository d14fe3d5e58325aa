package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A23: a packet that waits in the network arrives at every step of a modify-to-ERR, a reset and a destroy. */
class StoppedQpTest {
    private static final int STEPS = 24;
    private static final int BYTES = 64;
    private static final int DRAIN = 100;

    /** What the packet asks for. */
    enum Asked {
        WRITE,
        SEND,
        FETCH_ADD
    }

    /** What happens to bob's QP meanwhile. */
    enum Stop {
        TO_ERR,
        RESET,
        DESTROY
    }

    @ParameterizedTest
    @CsvSource({
        "WRITE, TO_ERR", "WRITE, RESET", "WRITE, DESTROY",
        "SEND, TO_ERR", "SEND, RESET", "SEND, DESTROY",
        "FETCH_ADD, TO_ERR", "FETCH_ADD, RESET", "FETCH_ADD, DESTROY"
    })
    void shouldHandleNoPacketOfAQpThatHasStopped(Asked asked, Stop stop) {
        List<Boolean> executed = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            executed.add(arrivesAt(step, asked, stop));
        }

        int before = executed.indexOf(false);
        assertTrue(before > 0, "some arrive before the QP stops: " + executed);
        assertTrue(
                !executed.subList(before, STEPS).contains(true), "and none behind one that came too late: " + executed);
    }

    /** Whether the packet was executed; it is asserted that nothing was once the call had returned. */
    private static boolean arrivesAt(int step, Asked asked, Stop stop) {
        Fabric fabric = new Fabric();
        LateStage late = new LateStage(1);
        fabric.through(late);
        try (TestBench bench = TestBench.builder().fabric(fabric).build()) {
            Client alice = new Client(bench.host("alice"));
            Context bob = bench.host("bob").open();
            ProtectionDomain pd = bob.allocPd();
            CompletionQueue cq = bob.createCq(16);
            QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
            Memory memory = bob.allocate(BYTES);
            MemoryRegion region = Client.open(pd, memory);
            alice.connect(bench, qp);
            alice.memory.fill((byte) 7);
            qp.postRecv(1, region.all());
            late.arm();
            alice.qp.post(request(asked, region, alice.region));
            fabric.progress();
            assertTrue(late.isHolding(), "the packet is under way");
            late.deliverAt(fabric.now() + step * Fabric.POLL_NANOS);

            stop(qp, stop);
            byte[] atReturn = memory.get(0, BYTES);
            for (int i = 0; i < DRAIN; i++) {
                fabric.progress();
            }

            assertEquals(1, late.delivered());
            assertArrayEquals(atReturn, memory.get(0, BYTES), "nothing moves once the QP has stopped");
            return atReturn[0] != 0;
        }
    }

    private static WorkRequest request(Asked asked, MemoryRegion to, MemoryRegion from) {
        return switch (asked) {
            case WRITE -> RdmaWrite.of(1, to.slice(0, BYTES).remote(), from.slice(0, BYTES));
            case SEND -> Send.of(1, from.slice(0, BYTES));
            case FETCH_ADD -> AtomicFetchAndAdd.of(1, to.slice(0, 8).remote(), 0x0707_0707, from.slice(0, 8));
        };
    }

    private static void stop(QueuePair qp, Stop stop) {
        switch (stop) {
            case TO_ERR -> qp.modify(QpAttributes.to(QpState.ERR));
            case RESET -> qp.reset();
            case DESTROY -> qp.close();
        }
    }
}
