package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.SentPacket;
import dev.fenestra.hw.sim.roce.wire.RoceFrameWriter;
import dev.fenestra.tools.observe.cost.CostModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The packets of a journal from port to port, for those who want details: their requests and their modelled times. */
final class PacketTrail {
    /** In place of a sequence: no packet of this journal. */
    static final long UNKNOWN = -1;
    /** Packets whose arrival is waited for. Those that are lost never arrive. */
    private static final int KEPT = 1 << 16;

    private static final byte[] ZEROS = new byte[RoceFrameWriter.MAX_FRAME_BYTES];

    private final PacketCauses causes;
    private final PacketTimes times = new PacketTimes(CostModel.builtIn());
    private final Map<String, Integer> ports = new HashMap<>();
    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final byte[] frame = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private final Map<String, UnderWay> underWay = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, UnderWay> oldest) {
            return size() > KEPT;
        }
    };

    /** A packet that has left and not arrived. */
    private record UnderWay(long sequence, long leaves, int frameBytes) {}

    /**
     * A packet that has arrived.
     *
     * @param sequence of the event that tells that it was sent, or {@link #UNKNOWN}
     * @param time by the model
     */
    record Arrival(long sequence, long time) {}

    PacketTrail(WrittenRequests written) {
        causes = new PacketCauses(written);
    }

    /** A packet has left. */
    PacketDetails sent(long sequence, String host, byte[] header, int payloadBytes, SentPacket packet, long now) {
        int copied = packet.payload().length;
        int frameBytes = write(header, payloadBytes, packet);
        int payloadAt = frames.bthAt() + header.length;
        byte[] first = Arrays.copyOf(frame, copied == payloadBytes ? frameBytes : payloadAt + copied);
        long leaves = times.leaves(port(host), frameBytes, now);
        underWay.put(HexFormat.of().formatHex(header), new UnderWay(sequence, leaves, frameBytes));
        String comment = causes.of(SeenPacket.of(header, packet), host).text();
        return new PacketDetails(host, header, packet, comment, leaves, first, frameBytes, payloadAt);
    }

    /** A packet has arrived. */
    Arrival arrived(String host, byte[] header, long now) {
        @Nullable UnderWay sent = underWay.remove(HexFormat.of().formatHex(header));
        if (sent == null) {
            return new Arrival(UNKNOWN, now);
        }
        return new Arrival(sent.sequence, times.arrives(port(host), sent.leaves, sent.frameBytes, now));
    }

    private int port(String host) {
        return ports.computeIfAbsent(host, _ -> ports.size());
    }

    /** Writes the frame, with zeros for what is not copied of its payload. Returns its length. */
    private int write(byte[] header, int payloadBytes, SentPacket packet) {
        int copied = packet.payload().length;
        return frames.begin(
                        frame,
                        0,
                        packet.sourceGidHigh(),
                        packet.sourceGidLow(),
                        packet.destinationGidHigh(),
                        packet.destinationGidLow(),
                        packet.udpSourcePort())
                .choose(packet.trafficClass(), packet.flowLabel(), packet.hopLimit())
                .headers(header, 0, header.length)
                .payload(packet.payload(), 0, copied)
                .payload(ZEROS, 0, payloadBytes - copied)
                .end();
    }
}
