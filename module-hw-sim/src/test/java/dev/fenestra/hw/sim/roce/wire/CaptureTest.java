package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every packet of the captures, against the decoding beside it. */
class CaptureTest {
    private static final List<CapturedPacket> PACKETS = new ArrayList<>();

    @BeforeAll
    static void readCaptures() throws IOException {
        PACKETS.clear();
        for (Capture capture : Capture.all()) {
            PACKETS.addAll(CapturedPacket.of(capture));
        }
        assertFalse(PACKETS.isEmpty(), "no packets to test with");
    }

    @Test
    void shouldDecodeEveryFieldOfEveryCapturedPacket() {
        PACKETS.forEach(PacketChecks::fields);
    }

    @Test
    void shouldRecomputeIcrcOfEveryCapturedPacket() {
        PACKETS.forEach(PacketChecks::icrc);
        assertTrue(
                PACKETS.stream()
                        .anyMatch(packet -> packet.isProper() && packet.frame().icrcValid()),
                "no packet with a right ICRC");
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
        PACKETS.forEach(PacketChecks::rebuilt);
    }

    @Test
    void shouldWriteTheHeadersOfEveryProperPacketFromItsDecoding() {
        PACKETS.stream().filter(CapturedPacket::isProper).forEach(PacketChecks::headers);
    }

    @Test
    void shouldFindNothingImproperInWhatSoftRoceSent() throws IOException {
        for (String capture : List.of("rc_send_pad", "ud_send_ipv6", "rc_cmp_swp", "interop_bad_icrc")) {
            for (CapturedPacket packet : CapturedPacket.of(capture)) {
                assertTrue(packet.isProper(), packet.label());
            }
        }
    }
}
