package dev.fenestra.tools.transport;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.bench.TestBench;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes every packet that is sent on a bench, and loses those that a plan names. */
final class Wire implements PacketTap {

    /** A packet that was sent. */
    record Sent(@Nullable WireOpcode opcode, int psn, long nanos) {}

    final List<Sent> sent = new ArrayList<>();
    private final FaultStage stage = new FaultStage(FaultPlan.NONE);

    static Wire of(TestBench bench) {
        Wire wire = new Wire();
        bench.fabric().tap(wire);
        bench.fabric().through(wire.stage);
        return wire;
    }

    /** Loses these from now on and no others; packets are counted from now on. */
    void lose(Fault... lost) {
        stage.restart(FaultPlan.of(lost));
    }

    /** The first packets of an opcode. */
    static Fault first(int count, WireOpcode opcode) {
        return Fault.at(FaultAction.DROP, PacketMatch.ANY.withOpcode(opcode.number()), 1)
                .withTimes(count);
    }

    /** All packets of an opcode. */
    static Fault every(WireOpcode opcode) {
        return first(Integer.MAX_VALUE, opcode);
    }

    /** The k-th packet of all, from 1. */
    static Fault packet(int kth) {
        return Fault.at(FaultAction.DROP, PacketMatch.ANY, kth);
    }

    /** Every packet. */
    static Fault everything() {
        return packet(1).withTimes(Integer.MAX_VALUE);
    }

    @Override
    public void packet(Packet packet, long now) {
        sent.add(new Sent(WireOpcode.of(Bth.opcode(packet.header, 0)), Bth.psn(packet.header, 0), now));
    }

    long count(WireOpcode opcode) {
        return sent.stream().filter(packet -> packet.opcode() == opcode).count();
    }
}
