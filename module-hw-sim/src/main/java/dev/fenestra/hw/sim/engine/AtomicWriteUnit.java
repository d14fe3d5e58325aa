package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.engine.protection.Grant;
import dev.fenestra.hw.sim.engine.protection.Outcome;
import dev.fenestra.hw.sim.engine.protection.Protection;
import dev.fenestra.hw.sim.engine.protection.RemoteAccess;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.Reth;
import dev.fenestra.hw.sim.wire.WireOpcode;

/** Executes atomic writes at the responder: 8 bytes that nobody ever sees half-written (IBTA annex A19). */
final class AtomicWriteUnit {
    private final Protection protection;
    /** The answer to the request that was checked last. */
    final Grant grant = new Grant(Use.PLACE);

    AtomicWriteUnit(Protection protection) {
        this.protection = protection;
    }

    /** Whether the request may be executed, by {@link #grant}. */
    Outcome check(QpContext qp, Packet packet) {
        int length = Reth.length(packet.header, offset(packet));
        if (packet.payloadBytes() != AtomicValue.BYTES || length != AtomicValue.BYTES) {
            return grant.refuse(HcaRule.T2);
        }
        if ((address(packet) & AtomicValue.BYTES - 1) != 0) {
            return grant.refuse(HcaRule.T10);
        }
        int bytes = AtomicValue.BYTES;
        return protection.remote(qp, RemoteAccess.ATOMIC_WRITE, rkey(packet), address(packet), bytes, bytes, grant);
    }

    /** Executes a request that was just checked; an aligned value lies in one page. */
    void execute(Packet packet) {
        protection.dma.scatter(packet, grant);
    }

    int rkey(Packet packet) {
        return Reth.rkey(packet.header, offset(packet));
    }

    long address(Packet packet) {
        return Reth.address(packet.header, offset(packet));
    }

    String explain(QpContext qp, Packet packet) {
        return protection.explain.access("rkey", rkey(packet), address(packet), packet.payloadBytes(), qp);
    }

    private static int offset(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
