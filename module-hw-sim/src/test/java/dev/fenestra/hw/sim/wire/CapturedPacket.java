package dev.fenestra.hw.sim.wire;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One RoCEv2 packet of a capture: its bytes and what they mean.
 *
 * @param label capture and number, for messages
 * @param decoded members of the packet in NAME.json
 */
record CapturedPacket(String label, byte[] bytes, RoceFrame frame, Map<String, Object> decoded) {
    static List<CapturedPacket> all() throws IOException {
        List<CapturedPacket> packets = new ArrayList<>();
        for (Capture capture : Capture.all()) {
            packets.addAll(of(capture));
        }
        return packets;
    }

    static List<CapturedPacket> of(String capture) throws IOException {
        return of(Capture.named(capture));
    }

    private static List<CapturedPacket> of(Capture capture) {
        List<CapturedPacket> packets = new ArrayList<>();
        for (byte[] bytes : capture.frames()) {
            Optional<RoceFrame> frame = RoceFrame.parse(bytes, 0, bytes.length);
            if (frame.isPresent()) {
                int index = packets.size();
                String label = capture.name() + " #" + (index + 1);
                packets.add(new CapturedPacket(
                        label, bytes, frame.get(), capture.packets().get(index)));
            }
        }
        return packets;
    }

    boolean ipv4() {
        return number("ipv") == 4;
    }

    /** A JSON number, or a string of hexadecimal digits after {@code 0x}; 0 when the packet has no such member. */
    long number(String member) {
        Object value = decoded.getOrDefault(member, 0L);
        return value instanceof Long number ? number : Long.parseUnsignedLong(((String) value).substring(2), 16);
    }

    int word(String member) {
        return (int) number(member);
    }

    boolean has(String member) {
        return decoded.containsKey(member);
    }
}
