package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which PSN a UC responder expects when packets are missing: the one after the last packet that it accepted. */
class UnreliablePsnTest {
    private static final int PSN = 0x100100;
    private static final int PACKETS = 5;
    private static final int BYTES = PACKETS * 256;
    private static final long LATER = 1_000_000;

    private final FaultStage faults = new FaultStage(FaultPlan.NONE);
    private final Fabric fabric = new Fabric();

    @AutoClose
    private final TestBench bench;

    private final End alice;
    private final End bob;

    UnreliablePsnTest() {
        fabric.through(faults);
        bench = TestBench.builder().fabric(fabric).build();
        alice = new End(bench.host("alice"), QpType.UC);
        bob = new End(bench.host("bob"), QpType.UC);
        ConnectOptions options = ConnectOptions.DEFAULT.withMtu(Mtu.MTU_256).withPsn(PSN);
        alice.qp.connect(bob.qp.endpoint(options), options);
        bob.qp.connect(alice.qp.endpoint(options), options);
    }

    private void write(int wrId, int length) {
        RemoteBuffer target = new RemoteBuffer(bob.region.address(), length, bob.region.rkey());
        alice.qp.post(RdmaWrite.of(wrId, target, alice.slice(0, length)));
        alice.awaitSent(wrId).orThrow();
        for (long end = fabric.now() + LATER; fabric.now() < end; ) {
            fabric.progressUntil(end);
        }
    }

    @Test
    void shouldKeepTheExpectedPsnWhilePacketsAreDroppedAndFollowTheNextMessage() {
        faults.restart(FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 3)));
        write(1, BYTES);
        assertEquals(PSN + 2, bob.qp.query().rqPsn(), "the packet that was lost");

        byte[] data = {1, 2, 3, 4};
        alice.memory.put(0, data);
        write(2, data.length);
        assertEquals(PSN + PACKETS + 1, bob.qp.query().rqPsn());
        assertArrayEquals(data, bob.memory.get(0, data.length));
    }

    @Test
    void shouldNotGoOnWithAMessageWhoseLostPacketComesLate() {
        faults.restart(
                FaultPlan.of(Fault.at(FaultAction.DELAY, PacketMatch.ANY, 3).withDelay(LATER / 2)));
        byte[] data = new byte[BYTES];
        Arrays.fill(data, (byte) 7);
        alice.memory.put(0, data);
        write(1, BYTES);

        assertEquals(PSN + 2, bob.qp.query().rqPsn());
        assertArrayEquals(new byte[BYTES - 512], bob.memory.get(512, BYTES - 512), "what follows the gap is dropped");
    }
}
