package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.WcStatus.RNR_RETRY_EXC_ERR;

import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import dev.fenestra.hw.sim.wire.RnrTimer;
import dev.fenestra.hw.sim.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseHost;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Lane;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.RemoteBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** What a reliable connection makes of a wire that loses and repeats packets, and of a receiver that is not ready. */
final class WireCases {
    /** After this a repeated packet arrives: when all else is over. */
    private static final long LATE_NANOS = 1_000_000;

    private static final int PATIENT_TIMER = 14;
    private static final int RNR_RETRIES = 3;

    private WireCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                wire("WIRE-atomic", "an atomic whose answer is lost is executed once", WireCases::atomicOnce),
                wire("WIRE-write", "a WRITE that comes twice is executed once", WireCases::writeOnce),
                wire("WIRE-lost", "a packet that is lost is sent again", WireCases::lostPacket),
                wire("WIRE-swapped", "packets that swap places take effect in order", WireCases::swapped),
                wire("WIRE-rnr", "a sender rests as long as the receiver asks for", WireCases::notReady, "T7"));
    }

    private static ConformanceCase wire(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.HCA);
    }

    private static PacketMatch packets(WireOpcode opcode) {
        return PacketMatch.ANY.withOpcode(opcode.number());
    }

    private static void atomicOnce(CaseBench b) {
        b.bob().memory().put(0, new byte[Long.BYTES]);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, Long.BYTES);
        Lane lane = b.lane();
        b.succeeds("first add", lane.alice().add(target));
        b.faults(Fault.at(FaultAction.DROP, packets(WireOpcode.RC_ATOMIC_ACKNOWLEDGE), 1));
        b.succeeds("second add", lane.alice().add(target));
        b.same("value before it", 1L, number(b.alice()));
        b.same("value after it", 2L, number(b.bob()));
    }

    private static long number(CaseHost host) {
        return ByteBuffer.wrap(host.memory().get(0, Long.BYTES))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }

    private static void writeOnce(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        Lane lane = b.lane();
        b.faults(Fault.at(FaultAction.DUPLICATE, packets(WireOpcode.RC_RDMA_WRITE_ONLY), 1)
                .withDelay(LATE_NANOS));
        b.succeeds("write", lane.alice().write(target));
        byte[] newer = new byte[64];
        b.bob().memory().put(0, newer);
        b.letPass(2 * LATE_NANOS);
        b.same(
                "bob's first byte, which he has written since",
                newer[0],
                b.bob().memory().get(0, 1)[0]);
    }

    private static void lostPacket(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote();
        Lane lane = b.newLane(small(), small());
        b.faults(Fault.at(FaultAction.DROP, packets(WireOpcode.RC_RDMA_WRITE_MIDDLE), 2));
        b.succeeds("write", lane.alice().write(target));
        b.landed(0, CaseHost.MEMORY_BYTES);
    }

    private static void swapped(CaseBench b) {
        RemoteBuffer target = b.bob().openRegion().remote();
        Lane lane = b.newLane(small(), small());
        b.faults(Fault.at(FaultAction.REORDER, packets(WireOpcode.RC_RDMA_WRITE_MIDDLE), 3));
        b.succeeds("write", lane.alice().write(target));
        b.landed(0, CaseHost.MEMORY_BYTES);
    }

    private static ConnectOptions small() {
        return ConnectOptions.DEFAULT.withMtu(Mtu.MTU_1024);
    }

    private static void notReady(CaseBench b) {
        ConnectOptions impatient = ConnectOptions.DEFAULT.withRetries(7, RNR_RETRIES);
        Lane lane = b.newLane(impatient, ConnectOptions.DEFAULT.withMinRnrTimer(PATIENT_TIMER));
        long start = b.now();
        b.refused("send", "T7", RNR_RETRY_EXC_ERR, () -> lane.alice().send(64));
        long rests = RNR_RETRIES * RnrTimer.nanos(PATIENT_TIMER);
        b.holds("it rested between its attempts", b.now() - start >= rests);
        b.holds("and no longer", b.now() - start < 2 * rests);
    }
}
