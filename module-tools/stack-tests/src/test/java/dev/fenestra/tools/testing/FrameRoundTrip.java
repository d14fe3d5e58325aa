package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.DecodedField;
import dev.fenestra.tools.observe.decode.PacketDecoder;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a capture holds is written back byte for byte: from the parsed frame, and from what {@code packet} prints. */
public final class FrameRoundTrip {
    private static final int ETHERNET = 14;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int MANAGEMENT_QP = 1;
    private static final int DESTINATION_QPN = 5;
    private static final int SHORT = 64;

    private final Set<List<Integer>> decoded = new HashSet<>();

    /** Of long frames one of each kind is decoded, since that takes a while. */
    public void check(byte[] bytes, String what) throws DecodeException {
        Optional<RoceFrame> parsed = RoceFrame.parse(bytes, 0, bytes.length);
        if (parsed.isEmpty()) {
            return;
        }
        RoceFrame frame = parsed.get();
        byte[] written = new byte[frame.bytes()];
        assertEquals(written.length, frame.write(written, 0), what);
        assertArrayEquals(bytes, written, what);
        boolean isIpv4 = (bytes[ETHERNET] & 0xf0) == 0x40;
        List<Integer> kind = List.of(frame.opcode(), frame.pad().length, isIpv4 ? 4 : 6);
        boolean isManagement = frame.headers()[DESTINATION_QPN + 2] == MANAGEMENT_QP;
        if (!isManagement && (decoded.add(kind) || frame.payload().length <= SHORT)) {
            byte[] rebuilt = constants(isIpv4, bytes.length);
            fill(rebuilt, PacketDecoder.decode(bytes));
            if (isIpv4) {
                checksum(rebuilt);
            }
            assertArrayEquals(bytes, rebuilt, what);
        }
    }

    /** What no field tells, because every RoCEv2 packet of this length has it. */
    private static byte[] constants(boolean isIpv4, int length) {
        ByteBuffer out = ByteBuffer.allocate(length);
        out.putShort(12, (short) (isIpv4 ? 0x0800 : 0x86dd));
        if (isIpv4) {
            out.put(ETHERNET, (byte) 0x45).putShort(ETHERNET + 2, (short) (length - ETHERNET));
            out.put(ETHERNET + 9, (byte) 17);
        } else {
            out.put(ETHERNET, (byte) 0x60).putShort(ETHERNET + 4, (short) (length - ETHERNET - IPV6));
            out.put(ETHERNET + 6, (byte) 17);
        }
        int udpAt = ETHERNET + (isIpv4 ? IPV4 : IPV6);
        out.putShort(udpAt + 2, (short) 4791).putShort(udpAt + 4, (short) (length - udpAt));
        return out.array();
    }

    private static void fill(byte[] out, Decoded part) {
        part.fields().forEach(field -> put(out, field));
        part.parts().forEach(inner -> fill(out, inner));
    }

    private static void put(byte[] out, DecodedField field) {
        if (!field.value().startsWith("0x")) {
            byte[] data = HexFormat.of().parseHex(field.value());
            System.arraycopy(data, 0, out, (int) field.place().offset(), data.length);
            return;
        }
        long value = Long.parseUnsignedLong(field.value().substring(2), 16);
        long width = field.place().width();
        for (long i = 0; i < width; i++) {
            long bit = field.place().firstBit() + i;
            out[(int) (bit / 8)] |= (byte) ((value >>> width - 1 - i & 1) << 7 - bit % 8);
        }
    }

    private static void checksum(byte[] frame) {
        ByteBuffer header = ByteBuffer.wrap(frame, ETHERNET, IPV4);
        int sum = 0;
        while (header.hasRemaining()) {
            sum += Short.toUnsignedInt(header.getShort());
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        ByteBuffer.wrap(frame).putShort(ETHERNET + 10, (short) ~sum);
    }
}
