package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Packets that were made by hand to probe a stack: a capture may have them, and its checks accept them. */
class ProbePacketTest {
    private static final int BTH = 14 + 20 + 8;
    private static final int UDP_LENGTH = 14 + 20 + 4;
    private static final String WITH_PADDING = "rc_send_pad";

    /** A packet of a capture with changed bytes, and members changed accordingly. */
    private static CapturedPacket probe(String capture, Consumer<byte[]> change, Map<String, Object> members)
            throws IOException {
        CapturedPacket original = CapturedPacket.of(capture).getFirst();
        byte[] bytes = original.bytes().clone();
        change.accept(bytes);
        Map<String, Object> decoded = new HashMap<>(original.decoded());
        decoded.putAll(members);
        return CapturedPacket.of("probe", bytes, decoded);
    }

    private static void assertAccepted(CapturedPacket packet) {
        assertFalse(packet.isProper());
        PacketChecks.fields(packet);
        PacketChecks.icrc(packet);
        PacketChecks.rebuilt(packet);
    }

    @Test
    void shouldAcceptAReservedOpcodeByWhateverName() throws IOException {
        CapturedPacket packet = probe(
                "rc_send_only",
                bytes -> bytes[BTH] = 0x1f,
                Map.of("opcode", "0x1f", "name", "RESERVED_31", "icrc_ok", false));

        assertAccepted(packet);
    }

    @Test
    void shouldAcceptATransportVersionThatIsNot0() throws IOException {
        CapturedPacket packet =
                probe("rc_send_only", bytes -> bytes[BTH + 1] |= 0x01, Map.of("tver", 1L, "icrc_ok", false));

        assertAccepted(packet);
    }

    @Test
    void shouldAcceptPadBytesThatAreNotZero() throws IOException {
        CapturedPacket packet =
                probe(WITH_PADDING, bytes -> bytes[bytes.length - Icrc.BYTES - 1] = 0x77, Map.of("icrc_ok", false));

        assertAccepted(packet);
    }

    @Test
    void shouldAcceptAPadCountThatDoesNotFitThePayload() throws IOException {
        long payload = CapturedPacket.of("rc_send_only").getFirst().number("payload_len");
        CapturedPacket packet = probe(
                "rc_send_only",
                bytes -> bytes[BTH + 1] |= 0x30,
                Map.of("pad", 3L, "payload_len", payload - 3, "icrc_ok", false));

        assertAccepted(packet);
    }

    @Test
    void shouldAcceptALengthThatDoesNotFit() throws IOException {
        CapturedPacket packet = probe("rc_send_only", bytes -> bytes[UDP_LENGTH + 1]++, Map.of());

        assertNull(packet.parsed());
        assertAccepted(packet);
    }

    @Test
    void shouldIgnoreMembersThatItDoesNotKnow() throws IOException {
        PacketChecks.fields(probe("ud_send", _ -> {}, Map.of("mad", "CM REQ", "attr_id", "0x0010")));
    }

    @Test
    void shouldStillFindAFieldThatIsWrong() throws IOException {
        CapturedPacket packet = probe("rc_send_only", bytes -> bytes[BTH] = 0x1f, Map.of("opcode", "0x1e"));

        assertThrows(AssertionError.class, () -> PacketChecks.fields(packet));
    }

    @Test
    void shouldPairPacketsWhetherOrNotTheDecoderKnowsThoseWithWrongLengths() throws IOException {
        Capture capture = Capture.named("rc_send_only");
        byte[] broken = capture.frames().getFirst().clone();
        broken[UDP_LENGTH + 1]++;
        List<byte[]> frames = new ArrayList<>(capture.frames());
        frames.add(1, broken);
        List<Map<String, Object>> decoded = new ArrayList<>(capture.packets());
        assertEquals(
                2, CapturedPacket.of(new Capture("left out", frames, decoded)).size());

        decoded.add(1, Map.of("opcode", "0x04"));
        List<CapturedPacket> all = CapturedPacket.of(new Capture("decoded", frames, decoded));
        assertEquals(3, all.size());
        assertNull(all.get(1).parsed());

        decoded.add(Map.of());
        assertThrows(AssertionError.class, () -> CapturedPacket.of(new Capture("too many", frames, decoded)));
    }
}
