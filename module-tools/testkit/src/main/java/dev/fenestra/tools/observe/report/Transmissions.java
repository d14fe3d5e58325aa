package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.tools.observe.journal.PacketDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which packets were sent first, so that those that are sent again lead back to them. */
final class Transmissions {
    /** Packets that may be sent again: more are in no send queue. */
    private static final int KEPT = 1 << 16;

    private final Map<Sent, Long> first = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sent, Long> oldest) {
            return size() > KEPT;
        }
    };

    private record Sent(String host, int qpNumber, int psn) {}

    /** The sequence of a packet's first transmission; null when this is the first, or when it is not known. */
    @Nullable
    Long original(long sequence, PacketDetails packet) {
        if (!packet.packet().hasWqe()) {
            return null;
        }
        Sent sent = new Sent(packet.host(), packet.packet().qpn(), Bth.psn(packet.header(), 0));
        if (packet.packet().again()) {
            return first.get(sent);
        }
        first.put(sent, sequence);
        return null;
    }
}
