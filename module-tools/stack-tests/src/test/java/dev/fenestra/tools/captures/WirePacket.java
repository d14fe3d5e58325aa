package dev.fenestra.tools.captures;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A packet from the BTH to its last pad byte.
 *
 * @param fromA whether side A sent it
 * @param headers BTH and extension headers
 * @param nanos when, by the sender's clock; 0 when captured
 */
record WirePacket(boolean fromA, byte[] headers, byte[] payload, long nanos) {

    static WirePacket of(boolean fromA, RoceFrame frame) {
        return new WirePacket(fromA, frame.headers(), frame.payload(), 0);
    }

    static WirePacket of(boolean fromA, Packet packet, long now) {
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        return new WirePacket(fromA, Arrays.copyOf(packet.header, packet.headerBytes), payload, now);
    }

    int opcode() {
        return Bth.opcode(headers, 0);
    }

    int psn() {
        return Bth.psn(headers, 0);
    }

    int destinationQpn() {
        return Bth.destinationQpn(headers, 0);
    }

    /** Whether it answers with this AETH syndrome. */
    boolean hasSyndrome(int syndrome) {
        return (WireOpcode.maskOf(opcode()) & OpcodeMask.AETH) != 0 && Aeth.syndrome(headers, aeth()) == syndrome;
    }

    boolean isRnrNak() {
        return (WireOpcode.maskOf(opcode()) & OpcodeMask.AETH) != 0 && Aeth.isRnrNak(Aeth.syndrome(headers, aeth()));
    }

    /** Whether it says no, in whatever way. */
    boolean isNak() {
        return (WireOpcode.maskOf(opcode()) & OpcodeMask.AETH) != 0 && !Aeth.isAck(Aeth.syndrome(headers, aeth()));
    }

    WirePacket answering(int syndrome) {
        return answering(syndrome, Aeth.msn(headers, aeth()));
    }

    /** The same packet with another answer. */
    WirePacket answering(int syndrome, int messageCount) {
        byte[] changed = headers.clone();
        Aeth.write(changed, aeth(), syndrome, messageCount);
        return new WirePacket(fromA, changed, payload, nanos);
    }

    private int aeth() {
        return WireOpcode.offsetOf(opcode(), OpcodeMask.AETH);
    }

    /** All bytes, with the headers apart, for comparison and for messages. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return String.format(
                "%s %-26s %s | %s",
                fromA ? "A" : "B", WireOpcode.of(opcode()), hex.formatHex(headers), hex.formatHex(payload));
    }
}
