package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.OdpSupport;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.Reth;
import dev.fenestra.hw.sim.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/** Executes atomic writes at the responder: 8 bytes that nobody ever sees half-written (IBTA annex A19). */
final class AtomicWriteUnit {
    private final Engine engine;

    AtomicWriteUnit(Engine engine) {
        this.engine = engine;
    }

    /** Null when the request may be executed; else the rule it breaks. */
    @Nullable
    HcaRule check(QpContext qp, Packet packet) {
        int length = Reth.length(packet.header, offset(packet));
        if (packet.payloadBytes() != AtomicValue.BYTES || length != AtomicValue.BYTES) {
            return HcaRule.T2;
        }
        if ((address(packet) & AtomicValue.BYTES - 1) != 0) {
            return HcaRule.T10;
        }
        int bytes = AtomicValue.BYTES;
        HcaRule refusal = engine.checks.remote(qp, rkey(packet), address(packet), bytes, KeyChecks.REMOTE_WRITE, bytes);
        return refusal == null
                ? engine.faults.check(qp, FaultSlots.PLACE, OdpSupport.ATOMIC_WRITE, bytes, bytes)
                : refusal;
    }

    /** Executes a request that was just checked; an aligned value lies in one page. */
    void execute(Packet packet) {
        engine.dma.scatter(packet, engine.checks.mtt, engine.checks.position, AtomicValue.BYTES);
    }

    int rkey(Packet packet) {
        return Reth.rkey(packet.header, offset(packet));
    }

    long address(Packet packet) {
        return Reth.address(packet.header, offset(packet));
    }

    String explain(QpContext qp, Packet packet) {
        return engine.explain.access("rkey", rkey(packet), address(packet), packet.payloadBytes(), qp);
    }

    private static int offset(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
