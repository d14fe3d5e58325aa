package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Keeps what went over the wire, loses what a test wants lost, and ends a test in which packets never stop. */
public final class WireLog implements PacketTap {
    private static final int TOO_MANY = 200_000;

    private final List<WirePacket> packets = new ArrayList<>();
    private Predicate<WirePacket> lost = packet -> false;
    private Runnable afterEach = () -> {};

    public WireLog() {}

    @Override
    public void packet(Packet packet, long now) {
        byte[] h = packet.header;
        int opcode = Bth.opcode(h, 0);
        int aeth =
                (WireOpcode.maskOf(opcode) & OpcodeMask.AETH) != 0 ? WireOpcode.offsetOf(opcode, OpcodeMask.AETH) : -1;
        WirePacket seen = new WirePacket(
                packet.destinationPort,
                opcode,
                Bth.destinationQpn(h, 0),
                Bth.psn(h, 0),
                Bth.padCount(h, 0),
                Bth.ackRequest(h, 0),
                Bth.solicited(h, 0),
                packet.payloadBytes(),
                aeth < 0 ? -1 : Aeth.syndrome(h, aeth),
                aeth < 0 ? -1 : Aeth.msn(h, aeth),
                now);
        packets.add(seen);
        if (packets.size() > TOO_MANY) {
            throw new AssertionError("packets without end, the last one " + seen);
        }
        if (lost.test(seen)) {
            packet.destinationPort = Packet.NO_PORT;
            packet.toGroup = false;
        }
        afterEach.run();
    }

    /** Loses the packets that match. */
    public void lose(Predicate<WirePacket> which) {
        lost = which;
    }

    /** Does something whenever a packet passes. */
    public void afterEach(Runnable action) {
        afterEach = action;
    }

    public void clear() {
        packets.clear();
    }

    public List<WirePacket> all() {
        return packets;
    }

    /** Packets to a port, in order. */
    public List<WirePacket> to(int port) {
        return packets.stream().filter(packet -> packet.port() == port).toList();
    }

    public List<WirePacket> of(WireOpcode opcode) {
        return packets.stream().filter(packet -> packet.is(opcode)).toList();
    }

    /** Syndromes of all NAKs, in order. */
    public List<Integer> naks() {
        return packets.stream()
                .map(WirePacket::syndrome)
                .filter(syndrome -> syndrome >= 0 && !Aeth.isAck(syndrome))
                .toList();
    }
}
