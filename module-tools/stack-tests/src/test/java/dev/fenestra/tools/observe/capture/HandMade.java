package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.RoceFrameWriter;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A capture that a test writes packet by packet. Side A, 10.0.0.1, asks QP 0x12; side B, 10.0.0.2, answers QP 0x11. */
final class HandMade {
    static final int MTU = 256;
    static final int KEY = 0x1234;

    private static final PortGid A = PortGid.ofIpv4(0x0a000001);
    private static final PortGid B = PortGid.ofIpv4(0x0a000002);
    private static final int IP_AT = 14;
    private static final int IP_BYTES = 20;
    private static final int BTH_AT = 42;
    private static final long NANOS_BETWEEN = 1_000;

    private final List<CapturedFrame> frames = new ArrayList<>();

    List<CapturedFrame> frames() {
        return frames;
    }

    /** A SEND, or a later packet of a WRITE. */
    HandMade ask(WireOpcode opcode, int psn, int payload) {
        return packet(true, opcode.number(), psn, new byte[opcode.headerBytes() - Bth.BYTES], payload);
    }

    /** A READ, or the start of a WRITE. */
    HandMade access(WireOpcode opcode, int psn, long address, int length, int payload) {
        byte[] reth = new byte[Reth.BYTES];
        Reth.write(reth, 0, address, KEY, length);
        return packet(true, opcode.number(), psn, reth, payload);
    }

    HandMade atomic(int psn, long address) {
        byte[] header = new byte[AtomicEth.BYTES];
        AtomicEth.write(header, 0, address, KEY, 1, 0);
        return packet(true, WireOpcode.RC_FETCH_ADD.number(), psn, header, 0);
    }

    HandMade invalidate(int psn) {
        byte[] ieth = new byte[Ieth.BYTES];
        Ieth.write(ieth, 0, KEY);
        return packet(true, WireOpcode.RC_SEND_ONLY_INV.number(), psn, ieth, 0);
    }

    HandMade answer(WireOpcode opcode, int psn, int syndrome, int msn, int payload) {
        byte[] headers = new byte[opcode.headerBytes() - Bth.BYTES];
        if (opcode.has(OpcodeMask.AETH)) {
            Aeth.write(headers, 0, syndrome, msn);
        }
        return packet(false, opcode.number(), psn, headers, payload);
    }

    HandMade ack(int psn, int msn) {
        return answer(WireOpcode.RC_ACKNOWLEDGE, psn, Aeth.ACK, msn, 0);
    }

    HandMade packet(boolean fromA, int opcode, int psn, byte[] more, int payload) {
        byte[] headers = new byte[Bth.BYTES + more.length];
        Bth.write(headers, 0, opcode, false, -payload & 3, 0xffff, fromA ? 0x12 : 0x11, false, psn);
        System.arraycopy(more, 0, headers, Bth.BYTES, more.length);
        byte[] out = new byte[BTH_AT + headers.length + payload + 3 + Icrc.BYTES];
        PortGid source = fromA ? A : B;
        PortGid destination = fromA ? B : A;
        RoceFrameWriter writer = new RoceFrameWriter();
        writer.begin(out, 0, source.high(), source.low(), destination.high(), destination.low(), 0xc000);
        int bytes = writer.headers(headers, 0, headers.length)
                .payload(new byte[payload], 0, payload)
                .end();
        return frame(Arrays.copyOf(out, bytes));
    }

    /** Changes a byte of the last packet, from its BTH on or before its end, and gives it a right ICRC again. */
    HandMade spoil(int at, int value) {
        CapturedFrame last = frames.removeLast();
        byte[] bytes = last.bytes();
        bytes[at < 0 ? bytes.length + at : BTH_AT + at] = (byte) value;
        int icrcAt = bytes.length - Icrc.BYTES;
        Icrc.write(bytes, icrcAt, new Icrc().compute(bytes, IP_AT, IP_BYTES, icrcAt - IP_AT));
        return frame(bytes);
    }

    /** Changes a byte of the last packet and leaves the ICRC. */
    HandMade corrupt(int at, int value) {
        byte[] bytes = frames.getLast().bytes();
        bytes[at < 0 ? bytes.length + at : BTH_AT + at] = (byte) value;
        return this;
    }

    private HandMade frame(byte[] bytes) {
        int number = frames.size() + 1;
        frames.add(new CapturedFrame(number, number * NANOS_BETWEEN, bytes, 0));
        return this;
    }
}
