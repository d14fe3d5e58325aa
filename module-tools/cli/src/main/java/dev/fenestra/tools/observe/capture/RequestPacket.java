package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.util.ArrayList;
import java.util.List;

/**
 * A request packet and its repetitions. A READ request takes as many PSNs as its answer has packets. One that asks for
 * more than a message may have takes those of the longest message.
 */
final class RequestPacket {
    private static final long MOST_BYTES = 1L << 31;

    final RocePacket packet;
    final long psn;
    final int span;
    final List<RocePacket> repeats = new ArrayList<>(0);

    RequestPacket(RocePacket packet, long psn, int mtu) {
        this.packet = packet;
        this.psn = psn;
        this.span = packet.has(OpcodeMask.READ_REQUEST) ? packets(Math.min(packet.range(), MOST_BYTES), mtu) : 1;
    }

    /** Packets of a message: at least one. */
    static int packets(long bytes, int mtu) {
        return (int) Math.max(1, (bytes + mtu - 1) / mtu);
    }

    /** The first PSN after it. */
    long end() {
        return psn + span;
    }

    boolean startsMessage() {
        return packet.has(OpcodeMask.START);
    }

    boolean endsMessage() {
        return packet.has(OpcodeMask.END);
    }
}
