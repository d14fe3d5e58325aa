package dev.fenestra.hw.sim.roce.pcap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Capture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PcapngWriterTest {
    private static final int INTERFACE_OPTIONS_AT = 8;
    private static final int PACKET_DATA_AT = 20;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @Test
    void shouldStartWithSectionHeader() throws IOException {
        new PcapngWriter(file).close();
        String header = "0a0d0d0a" + "1c000000" + "4d3c2b1a" + "01000000" + "ffffffffffffffff" + "1c000000";
        assertEquals(header, HexFormat.of().formatHex(file.toByteArray()));
    }

    @Test
    void shouldDescribeEachInterface() throws IOException {
        try (PcapngWriter writer = new PcapngWriter(file)) {
            assertEquals(0, writer.addInterface("fen0"));
            assertEquals(1, writer.addInterface("fenêtre"));
        }
        List<PcapngFile.Block> blocks = blocks();
        assertEquals(
                List.of(1, 1),
                blocks.stream().skip(1).map(PcapngFile.Block::type).toList());
        String[] names = {"fen0", "fenêtre"};
        for (int i = 0; i < names.length; i++) {
            PcapngFile.Block block = blocks.get(1 + i);
            assertEquals(1, block.body().getShort(0), "link type Ethernet");
            assertEquals(0, block.body().getInt(4), "no snap length");
            List<PcapngFile.Option> options = block.options(INTERFACE_OPTIONS_AT);
            assertEquals(
                    List.of(2, 9, 0),
                    options.stream().map(PcapngFile.Option::code).toList());
            assertEquals(names[i], text(options.get(0)));
            assertArrayEquals(new byte[] {9}, options.get(1).value());
        }
    }

    @Test
    void shouldWriteEveryCapturedFrameBlockByBlock() throws IOException {
        List<byte[]> frames = Capture.named("rc_send_multi_imm").frames();
        assertTrue(frames.stream().anyMatch(frame -> frame.length % 4 != 0), "some frame needs padding");
        try (PcapngWriter writer = new PcapngWriter(file)) {
            writer.addInterface("a");
            writer.addInterface("b");
            for (int i = 0; i < frames.size(); i++) {
                String comment = i % 3 == 0 ? null : "packet " + "x".repeat(i);
                byte[] frame = frames.get(i);
                writer.packet(i % 2, nanos(i), Direction.values()[i % 2], frame, 0, frame.length, comment);
            }
        }
        List<PcapngFile.Block> blocks = blocks();
        assertEquals(3 + frames.size(), blocks.size());
        for (int i = 0; i < frames.size(); i++) {
            byte[] frame = frames.get(i);
            PcapngFile.Block block = blocks.get(3 + i);
            ByteBuffer body = block.body();
            assertEquals(6, block.type());
            assertEquals(i % 2, body.getInt(0));
            assertEquals(nanos(i), (long) body.getInt(4) << 32 | Integer.toUnsignedLong(body.getInt(8)));
            assertEquals(frame.length, body.getInt(12));
            assertEquals(frame.length, body.getInt(16));
            byte[] data = new byte[frame.length];
            body.get(PACKET_DATA_AT, data);
            assertArrayEquals(frame, data);
            List<PcapngFile.Option> options = block.options(PACKET_DATA_AT + frame.length + (-frame.length & 3));
            assertOptions(i, options);
        }
    }

    @Test
    void shouldWriteThePartOfTheArrayThatIsTheFrame() throws IOException {
        try (PcapngWriter writer = new PcapngWriter(file)) {
            writer.addInterface("a");
            writer.packet(0, 0, Direction.INBOUND, new byte[] {9, 1, 2, 3, 9}, 1, 3, null);
        }
        ByteBuffer body = blocks().getLast().body();
        assertEquals(3, body.getInt(12));
        assertEquals(0x0003_0201, body.getInt(PACKET_DATA_AT), "three bytes and a zero as padding");
    }

    @Test
    void shouldRefuseUnknownInterfaceAndTooLongComment() throws IOException {
        byte[] frame = new byte[60];
        try (PcapngWriter writer = new PcapngWriter(file)) {
            writer.addInterface("a");
            int before = file.size();
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> writer.packet(1, 0, Direction.INBOUND, frame, 0, frame.length, null));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> writer.packet(0, 0, Direction.INBOUND, frame, 1, frame.length, null));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.packet(0, 0, Direction.INBOUND, frame, 0, frame.length, "x".repeat(65_536)));
            assertEquals(before, file.size(), "a refused packet leaves no bytes");
            writer.packet(0, 0, Direction.INBOUND, frame, 0, frame.length, "x".repeat(65_535));
        }
        assertEquals(3, blocks().size());
    }

    private static void assertOptions(int i, List<PcapngFile.Option> options) {
        List<Integer> codes = options.stream().map(PcapngFile.Option::code).toList();
        assertEquals(i % 3 == 0 ? List.of(2, 0) : List.of(1, 2, 0), codes);
        if (i % 3 != 0) {
            assertEquals("packet " + "x".repeat(i), text(options.getFirst()));
        }
        byte[] flags = options.get(codes.indexOf(2)).value();
        assertArrayEquals(new byte[] {(byte) (i % 2 == 0 ? 1 : 2), 0, 0, 0}, flags);
    }

    private static long nanos(int i) {
        return 1_790_000_000_123_456_789L + i * 1_000_000_007L;
    }

    private static String text(PcapngFile.Option option) {
        return new String(option.value(), StandardCharsets.UTF_8);
    }

    private List<PcapngFile.Block> blocks() {
        return PcapngFile.read(file.toByteArray());
    }
}
