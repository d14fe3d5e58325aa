package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.OdpSupport;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.AtomicEth;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.Operation;
import dev.fenestra.hw.sim.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/** Executes atomics at the responder: checks, then one read and one write of host memory with nothing in between. */
final class AtomicUnit {
    private final Engine engine;
    private final AtomicValue value = new AtomicValue();
    /** The value before the last operation. */
    long original;

    AtomicUnit(Engine engine) {
        this.engine = engine;
    }

    /** Null when the request may be executed; else the rule it breaks. */
    @Nullable
    HcaRule check(QpContext qp, Packet packet) {
        int at = offset(packet);
        long address = AtomicEth.address(packet.header, at);
        if ((address & AtomicValue.BYTES - 1) != 0) {
            return HcaRule.T10;
        }
        int bytes = AtomicValue.BYTES;
        int rkey = AtomicEth.rkey(packet.header, at);
        HcaRule refusal = engine.checks.remote(qp, rkey, address, bytes, KeyChecks.REMOTE_ATOMIC, bytes);
        return refusal == null ? engine.faults.check(qp, FaultSlots.PLACE, OdpSupport.ATOMIC, bytes, bytes) : refusal;
    }

    /** Executes a request that was just checked. */
    void execute(Packet packet) {
        int at = offset(packet);
        engine.dma.read(value.memory(), engine.checks.mtt, engine.checks.position, AtomicValue.BYTES);
        original = value.get();
        long operand = AtomicEth.swapOrAdd(packet.header, at);
        if (Operation.of(Bth.opcode(packet.header, 0)) == Operation.FETCH_ADD) {
            value.set(original + operand);
        } else if (original == AtomicEth.compare(packet.header, at)) {
            value.set(operand);
        }
        engine.dma.scatter(value.asPayload(), engine.checks.mtt, engine.checks.position, AtomicValue.BYTES);
    }

    int rkey(Packet packet) {
        return AtomicEth.rkey(packet.header, offset(packet));
    }

    long address(Packet packet) {
        return AtomicEth.address(packet.header, offset(packet));
    }

    String explain(QpContext qp, Packet packet) {
        return engine.explain.access("rkey", rkey(packet), address(packet), AtomicValue.BYTES, qp);
    }

    private static int offset(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.ATOMIC_ETH);
    }
}
