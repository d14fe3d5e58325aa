package dev.fenestra.hw.sim.roce.wire;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One RoCEv2 packet of a capture: its bytes and what they mean.
 *
 * @param label capture and number, for messages
 * @param parsed the packet, or null when its lengths do not fit each other
 * @param decoded members of the packet in NAME.json
 */
record CapturedPacket(String label, byte[] bytes, @Nullable RoceFrame parsed, Map<String, Object> decoded) {

    /** Every packet of the folder that can be parsed. */
    static List<CapturedPacket> all() throws IOException {
        List<CapturedPacket> packets = new ArrayList<>();
        for (Capture capture : Capture.all()) {
            of(capture).stream().filter(packet -> packet.parsed != null).forEach(packets::add);
        }
        return packets;
    }

    static List<CapturedPacket> of(String capture) throws IOException {
        return of(Capture.named(capture));
    }

    /**
     * The packets of a capture. A decoder may have left out those whose lengths do not fit; then they are left out here
     * too.
     *
     * @throws AssertionError when the JSON file has neither all nor all whole ones
     */
    static List<CapturedPacket> of(Capture capture) {
        List<byte[]> sent = capture.frames().stream()
                .filter(frame -> RoceFrame.isToRocePort(frame, 0, frame.length))
                .toList();
        List<byte[]> whole = sent.stream().filter(frame -> parse(frame) != null).toList();
        int decoded = capture.packets().size();
        if (decoded != sent.size() && decoded != whole.size()) {
            throw new AssertionError(String.format(
                    "%s: %d packets in the JSON file, %d in the capture, %d of them whole",
                    capture.name(), decoded, sent.size(), whole.size()));
        }
        List<byte[]> frames = decoded == sent.size() ? sent : whole;
        return IntStream.range(0, decoded)
                .mapToObj(i -> of(
                        capture.name() + " #" + (i + 1),
                        frames.get(i),
                        capture.packets().get(i)))
                .toList();
    }

    static CapturedPacket of(String label, byte[] bytes, Map<String, Object> decoded) {
        return new CapturedPacket(label, bytes, parse(bytes), decoded);
    }

    private static @Nullable RoceFrame parse(byte[] frame) {
        return RoceFrame.parse(frame, 0, frame.length).orElse(null);
    }

    /** The packet, of which the lengths fit. */
    RoceFrame frame() {
        return Objects.requireNonNull(parsed, label);
    }

    /** Whether a RoCE stack could have sent it: an opcode that is defined, version 0, the right padding of zeros. */
    boolean isProper() {
        RoceFrame frame = parsed;
        if (frame == null || WireOpcode.of(frame.opcode()) == null) {
            return false;
        }
        byte[] headers = frame.headers();
        boolean mayCarry = (WireOpcode.maskOf(frame.opcode()) & OpcodeMask.PAYLOAD) != 0;
        return Bth.transportVersion(headers, 0) == 0
                && Bth.congestion(headers, 0) == 0
                && Bth.migReq(headers, 0) == (number("mig") == 1)
                && (mayCarry || frame.payload().length == 0)
                && Bth.padCount(headers, 0) == Padding.countFor(frame.payload().length)
                && reservedAreZero(frame)
                && padIsZero(frame);
    }

    /** The reserved bits beside the ACK request, and those before the number of the sending QP. */
    private static boolean reservedAreZero(RoceFrame frame) {
        byte[] headers = frame.headers();
        boolean isDatagram = (WireOpcode.maskOf(frame.opcode()) & OpcodeMask.DETH) != 0;
        return (headers[8] & 0x7f) == 0 && (!isDatagram || headers[Bth.BYTES + 4] == 0);
    }

    private boolean padIsZero(RoceFrame frame) {
        int end = frame.bytes() - Icrc.BYTES;
        return IntStream.range(end - Bth.padCount(frame.headers(), 0), end).allMatch(at -> bytes[at] == 0);
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
