package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What must hold of every packet of a capture. Members of the JSON file that are not known here, such as those of a
 * datagram of the connection manager, are not compared. Of a packet whose lengths do not fit only its rejection is
 * checked, which {@link CapturedPacket} does.
 */
final class PacketChecks {
    private PacketChecks() {}

    static void fields(CapturedPacket packet) {
        if (packet.parsed() == null) {
            return;
        }
        Map<String, Object> read = PacketJson.of(packet.frame());
        Map<String, Object> expected = new HashMap<>(packet.decoded());
        expected.keySet().retainAll(PacketJson.MEMBERS);
        if (!packet.isProper()) {
            // A decoder may name a reserved opcode as it likes, and may show headers that do not belong to it.
            expected.keySet().retainAll(read.keySet());
            read.keySet().retainAll(expected.keySet());
        }
        assertEquals(expected, read, packet.label());
    }

    static void icrc(CapturedPacket packet) {
        if (packet.parsed() != null && packet.has("icrc_ok")) {
            assertEquals(packet.decoded().get("icrc_ok"), packet.frame().icrcValid(), packet.label());
        }
    }

    static void rebuilt(CapturedPacket packet) {
        if (packet.parsed() == null) {
            return;
        }
        RoceFrame frame = packet.frame();
        byte[] rebuilt = new byte[frame.bytes()];
        assertEquals(rebuilt.length, frame.write(rebuilt, 0), packet.label());
        assertArrayEquals(Arrays.copyOf(packet.bytes(), rebuilt.length), rebuilt, packet.label());
    }

    /** The headers of a packet that is proper, written from its decoding. */
    static void headers(CapturedPacket packet) {
        byte[] headers = new byte[packet.frame().headers().length];
        Arrays.fill(headers, (byte) 0x5a);
        HeaderWriter.write(headers, packet);
        assertArrayEquals(packet.frame().headers(), headers, packet.label());
    }
}
