package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.Service;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/** A RoCEv2 packet of a capture, with an opcode of the table. */
record RocePacket(int number, long nanos, RoceFrame frame, int mask) {

    static RocePacket of(CapturedFrame captured, RoceFrame frame) {
        return new RocePacket(captured.number(), captured.nanos(), frame, WireOpcode.maskOf(frame.opcode()));
    }

    Flow flow() {
        return new Flow(frame.source(), frame.destination(), Bth.destinationQpn(frame.headers(), 0));
    }

    boolean has(int bit) {
        return (mask & bit) != 0;
    }

    int opcode() {
        return frame.opcode();
    }

    int service() {
        return Service.of(opcode());
    }

    int psn() {
        return Bth.psn(frame.headers(), 0);
    }

    int payload() {
        return frame.payload().length;
    }

    int syndrome() {
        return Aeth.syndrome(frame.headers(), header(OpcodeMask.AETH));
    }

    int msn() {
        return Aeth.msn(frame.headers(), header(OpcodeMask.AETH));
    }

    boolean hasKey() {
        return has(OpcodeMask.RETH | OpcodeMask.ATOMIC_ETH);
    }

    int key() {
        return has(OpcodeMask.RETH)
                ? Reth.rkey(frame.headers(), header(OpcodeMask.RETH))
                : AtomicEth.rkey(frame.headers(), header(OpcodeMask.ATOMIC_ETH));
    }

    long address() {
        return has(OpcodeMask.RETH)
                ? Reth.address(frame.headers(), header(OpcodeMask.RETH))
                : AtomicEth.address(frame.headers(), header(OpcodeMask.ATOMIC_ETH));
    }

    /** Bytes that a RETH says; 8 of an atomic. */
    long range() {
        return has(OpcodeMask.RETH)
                ? Integer.toUnsignedLong(Reth.length(frame.headers(), header(OpcodeMask.RETH)))
                : Long.BYTES;
    }

    int invalidated() {
        return Ieth.rkey(frame.headers(), header(OpcodeMask.IETH));
    }

    boolean isAck() {
        return has(OpcodeMask.RESPONSE) && (!has(OpcodeMask.AETH) || Aeth.isAck(syndrome()));
    }

    String name() {
        return String.valueOf(WireOpcode.of(opcode()));
    }

    private int header(int bit) {
        return WireOpcode.offsetOf(opcode(), bit);
    }
}
