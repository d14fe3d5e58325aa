package dev.fenestra.hw.sim.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every packet that soft-RoCE sent, against the decoding beside it. */
class CaptureTest {
    private static List<CapturedPacket> packets = List.of();

    @BeforeAll
    static void readCaptures() throws IOException {
        packets = CapturedPacket.all();
        assertFalse(packets.isEmpty(), "no packets to test with");
    }

    @Test
    void shouldFindEveryDecodedPacketAndNoOther() throws IOException {
        List<Capture> captures = Capture.all();
        assertFalse(captures.isEmpty());
        for (Capture capture : captures) {
            long found = capture.frames().stream()
                    .filter(frame -> RoceFrame.parse(frame, 0, frame.length).isPresent())
                    .count();
            assertEquals(capture.packets().size(), found, capture.name());
        }
    }

    @Test
    void shouldDecodeEveryFieldOfEveryCapturedPacket() {
        for (CapturedPacket packet : packets) {
            Map<String, Object> expected = new HashMap<>(packet.decoded());
            expected.keySet().removeAll(List.of("n", "dt"));
            assertEquals(expected, PacketJson.of(packet.frame()), packet.label());
        }
    }

    @Test
    void shouldRecomputeIcrcOfEveryCapturedPacket() {
        int right = 0;
        for (CapturedPacket packet : packets) {
            boolean expected = (boolean) packet.decoded().get("icrc_ok");
            assertEquals(expected, packet.frame().icrcValid(), packet.label());
            right += expected ? 1 : 0;
        }
        assertTrue(right > 0, "no packet with a right ICRC");
    }

    @Test
    void shouldDetectThePacketsSentWithWrongIcrcOnPurpose() throws IOException {
        long wrong = CapturedPacket.of("interop_bad_icrc").stream()
                .filter(packet -> !packet.frame().icrcValid())
                .count();
        assertEquals(2, wrong);
    }

    @Test
    void shouldRebuildEveryCapturedFrameByteForByte() {
        for (CapturedPacket packet : packets) {
            byte[] rebuilt = new byte[packet.frame().bytes()];
            assertEquals(rebuilt.length, packet.frame().write(rebuilt, 0), packet.label());
            assertArrayEquals(packet.bytes(), rebuilt, packet.label());
        }
    }

    @Test
    void shouldWriteTheHeadersOfEveryCapturedPacketFromItsDecoding() {
        for (CapturedPacket packet : packets) {
            byte[] headers = new byte[packet.frame().headers().length];
            Arrays.fill(headers, (byte) 0x5a);
            HeaderWriter.write(headers, packet);
            assertArrayEquals(packet.frame().headers(), headers, packet.label());
        }
    }

    @Test
    void shouldAgreeWithTheOpcodeTableOnPayloadAndPadding() {
        for (CapturedPacket packet : packets) {
            int payload = packet.frame().payload().length;
            boolean mayCarry = (WireOpcode.maskOf(packet.frame().opcode()) & OpcodeMask.PAYLOAD) != 0;
            assertTrue(mayCarry || payload == 0, packet.label());
            assertEquals(Padding.countFor(payload), Bth.padCount(packet.frame().headers(), 0), packet.label());
        }
    }
}
