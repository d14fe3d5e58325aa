package dev.fenestra.tools.transport;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.fabric.PacketTap;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Notes every packet, and leads those that are to be lost nowhere. */
final class Lossy implements PacketTap {

    /** A packet that was sent. */
    record Sent(@Nullable WireOpcode opcode, int psn, long nanos) {}

    final List<Sent> sent = new ArrayList<>();
    private Predicate<Sent> lost = packet -> false;

    void lose(Predicate<Sent> packets) {
        lost = packets;
    }

    @Override
    public void packet(Packet packet, long now) {
        Sent one = new Sent(WireOpcode.of(Bth.opcode(packet.header, 0)), Bth.psn(packet.header, 0), now);
        sent.add(one);
        if (lost.test(one)) {
            packet.destinationPort = -1;
        }
    }

    long count(WireOpcode opcode) {
        return sent.stream().filter(packet -> packet.opcode() == opcode).count();
    }
}
