package dev.fenestra.tools.observe.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures of other machines: byte orders, units of time, links. */
class CaptureReaderTest {
    private static final int MICROS = 0xa1b2c3d4;
    private static final int NANOS = 0xa1b23c4d;
    private static final int ETHERNET = 1;
    private static final int ETHERNET_BYTES = 14;
    private static final int MACS = 12;

    private static final byte[] FRAME = new HandMade()
            .ask(WireOpcode.RC_SEND_ONLY, 5, 8)
            .frames()
            .getFirst()
            .bytes();

    @Test
    void shouldReadEitherByteOrderAndUnit() throws Exception {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            CapturedFrame micros =
                    CaptureReader.frames(pcap(order, MICROS, ETHERNET, FRAME)).getFirst();
            CapturedFrame nanos =
                    CaptureReader.frames(pcap(order, NANOS, ETHERNET, FRAME)).getFirst();

            assertEquals(3_000_007_000L, micros.nanos());
            assertEquals(3_000_000_007L, nanos.nanos());
            assertArrayEquals(FRAME, micros.bytes());
        }
    }

    /** LINKTYPE_NULL, RAW, LINUX_SLL, IPV4, LINUX_SLL2: the number of bytes before the IP header. */
    @ParameterizedTest
    @CsvSource({"0, 4", "12, 0", "101, 0", "113, 16", "228, 0", "276, 20"})
    void shouldFindTheIpPacketOnOtherLinks(int link, int before) throws Exception {
        byte[] other = new byte[before + FRAME.length - ETHERNET_BYTES];
        System.arraycopy(FRAME, ETHERNET_BYTES, other, before, FRAME.length - ETHERNET_BYTES);

        CaptureFindings found =
                CaptureCheck.check(CaptureReader.frames(pcap(ByteOrder.LITTLE_ENDIAN, MICROS, link, other)));

        assertEquals(1, found.packets());
        assertEquals(List.of(), found.findings());
    }

    @Test
    void shouldPassOverVlanTags() throws Exception {
        byte[] tagged = new byte[FRAME.length + 4];
        System.arraycopy(FRAME, 0, tagged, 0, MACS);
        tagged[MACS] = (byte) 0x81;
        System.arraycopy(FRAME, MACS, tagged, MACS + 4, FRAME.length - MACS);

        CaptureFindings found =
                CaptureCheck.check(CaptureReader.frames(pcap(ByteOrder.LITTLE_ENDIAN, MICROS, ETHERNET, tagged)));

        assertEquals(1, found.packets());
        assertEquals(List.of(), found.findings());
    }

    @Test
    void shouldNotBlameAPacketThatTheCaptureCutShort() throws Exception {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, MICROS, ETHERNET, Arrays.copyOf(FRAME, FRAME.length - 6));
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(36, FRAME.length);

        CaptureFindings found = CaptureCheck.check(CaptureReader.frames(file));

        assertEquals(1, found.frames());
        assertEquals(1, found.packets());
        assertEquals(1, found.cut());
        assertEquals(List.of(), found.findings());
    }

    private static byte[] pcap(ByteOrder order, int magic, int link, byte[] frame) {
        return ByteBuffer.allocate(24 + 16 + frame.length)
                .order(order)
                .putInt(magic)
                .putLong(0)
                .putLong(0)
                .putInt(link)
                .putInt(3)
                .putInt(7)
                .putInt(frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
    }
}
