package dev.fenestra.hw.sim.roce.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoceFrameWriterTest {
    private static final int AT = 5;

    private final RoceFrameWriter writer = new RoceFrameWriter();
    private final byte[] out = new byte[AT + RoceFrameWriter.MAX_FRAME_BYTES];

    @Test
    void shouldWriteIpv6CapturesByteForByte() throws IOException {
        for (String capture : List.of("rc_send_multi_ipv6", "rc_read_multi_ipv6", "ud_send_ipv6")) {
            for (CapturedPacket captured : CapturedPacket.of(capture)) {
                int length = write(captured.frame());
                int ipAt = EthernetHeader.BYTES;
                byte[] expected = Arrays.copyOfRange(captured.bytes(), ipAt, captured.bytes().length);
                assertArrayEquals(expected, Arrays.copyOfRange(out, AT + ipAt, AT + length), captured.label());
            }
        }
    }

    @Test
    void shouldWriteEveryProperPacketSoThatItParsesWithDefaultFields() throws IOException {
        List<CapturedPacket> proper =
                CapturedPacket.all().stream().filter(CapturedPacket::isProper).toList();
        for (CapturedPacket captured : proper) {
            RoceFrame frame = captured.frame();
            int length = write(frame);
            RoceFrame parsed = RoceFrame.parse(out, AT, length).orElseThrow();
            assertTrue(parsed.icrcValid(), captured.label());
            assertTrue(hasDefaults(parsed), captured.label());
            assertEquals(frame.source(), parsed.source());
            assertEquals(frame.destination(), parsed.destination());
            assertEquals(frame.sourcePort(), parsed.sourcePort());
            assertArrayEquals(frame.headers(), parsed.headers());
            assertArrayEquals(frame.payload(), parsed.payload());
        }
    }

    @Test
    void shouldDeriveMacAddressesFromGids() throws IOException {
        RoceFrame captured = CapturedPacket.of("rc_send_only").getFirst().frame();
        RoceFrame written = RoceFrame.parse(out, AT, write(captured)).orElseThrow();
        assertEquals(0x0200_0a09_0001L, written.sourceMac());
        assertEquals(0x0200_0a09_0002L, written.destinationMac());
        RoceFrame ipv6 = CapturedPacket.of("rc_send_only_ipv6").getFirst().frame();
        assertEquals(
                0x0200_0000_0001L,
                RoceFrame.parse(out, AT, write(ipv6)).orElseThrow().sourceMac());
    }

    /** The last 16 bits of an address take every value, so that folding carries once and twice. */
    @Test
    void shouldFillInTheIpv4ChecksumWhateverCarries() {
        for (int low = 0; low <= 0xffff; low++) {
            Ipv4Header.write(out, AT, IpFields.DEFAULT, 0x6c, 0xffff_0000 | low, 0xffff_0002);
            int sum = 0;
            for (int at = AT; at < AT + Ipv4Header.BYTES; at += 2) {
                sum += Wire.u16(out, at);
            }
            while (sum > 0xffff) {
                sum = (sum & 0xffff) + (sum >>> 16);
            }
            assertEquals(0xffff, sum);
        }
    }

    @Test
    void shouldHaveRoomForTheLongestFrame() {
        byte[] headers = new byte[WireOpcode.UC_RDMA_WRITE_ONLY_IMM.headerBytes()];
        Bth.write(headers, 0, WireOpcode.UC_RDMA_WRITE_ONLY_IMM.number(), false, 0, 0xffff, 1, false, 0);
        int length = writer.begin(out, AT, 1, 2, 3, 4, 0xc000)
                .headers(headers, 0, headers.length)
                .payload(new byte[4096], 0, 4096)
                .end();
        assertTrue(RoceFrame.parse(out, AT, length).orElseThrow().icrcValid());
        assertEquals(14 + 40 + 8 + 12 + 16 + 4 + 4096 + 4, length);
    }

    private int write(RoceFrame frame) {
        Arrays.fill(out, (byte) 0xa5);
        PortGid from = frame.source();
        PortGid to = frame.destination();
        int half = frame.payload().length / 2;
        int length = writer.begin(out, AT, from.high(), from.low(), to.high(), to.low(), frame.sourcePort())
                .headers(frame.headers(), 0, frame.headers().length)
                .payload(frame.payload(), 0, half)
                .payload(MemorySegment.ofArray(frame.payload()), half, frame.payload().length - half)
                .end();
        assertEquals(Bth.psn(frame.headers(), 0), Bth.psn(out, writer.bthAt()));
        return length;
    }

    private static boolean hasDefaults(RoceFrame frame) {
        IpFields defaults = frame.isOverIpv4() ? IpFields.DEFAULT : new IpFields(0, 0, 64, 0, 0);
        return frame.ip().equals(defaults) && frame.udpChecksum() == 0;
    }
}
