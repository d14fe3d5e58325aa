package dev.fenestra.hw.sim.roce.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes Ethernet frames as one pcapng section, little-endian, with nanosecond timestamps. Not safe for use by two
 * threads.
 */
public final class PcapngWriter implements Closeable {
    private static final int SECTION_HEADER = 0x0a0d_0d0a;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b_3c4d;
    private static final long SECTION_LENGTH_UNKNOWN = -1;
    private static final int LINK_TYPE_ETHERNET = 1;
    private static final int NO_SNAP_LENGTH = 0;
    private static final byte NANOSECONDS = 9;

    private static final int OPT_COMMENT = 1;
    private static final int IF_NAME = 2;
    private static final int IF_TSRESOL = 9;
    private static final int EPB_FLAGS = 2;

    private static final int MAX_OPTION_BYTES = 0xffff;

    private final OutputStream out;
    private final Block block = new Block();
    private int interfaces;

    /**
     * Starts the section at once. Closing the writer closes the stream.
     *
     * @param out gets the section
     * @throws IOException when the stream fails
     */
    public PcapngWriter(OutputStream out) throws IOException {
        this.out = out;
        block.begin(SECTION_HEADER)
                .u32(BYTE_ORDER_MAGIC)
                .u16(1)
                .u16(0)
                .u64(SECTION_LENGTH_UNKNOWN)
                .writeTo(out);
    }

    /**
     * Announces an interface.
     *
     * @param name shown beside its packets; at most 65535 bytes of UTF-8
     * @return its number, from 0
     * @throws IOException when the stream fails
     * @throws IllegalArgumentException for a longer name
     */
    public int addInterface(String name) throws IOException {
        byte[] text = utf8(name);
        block.begin(INTERFACE_DESCRIPTION)
                .u16(LINK_TYPE_ETHERNET)
                .u16(0)
                .u32(NO_SNAP_LENGTH)
                .option(IF_NAME, text)
                .option(IF_TSRESOL, new byte[] {NANOSECONDS})
                .endOfOptions()
                .writeTo(out);
        return interfaces++;
    }

    /**
     * Writes one frame, without frame check sequence.
     *
     * @param interfaceNumber from {@link #addInterface}
     * @param nanos time in nanoseconds since 1970, or since the start of a virtual clock
     * @param direction in which it passed the interface
     * @param frame holds the Ethernet frame
     * @param at offset of the frame, bytes
     * @param length of the frame, bytes
     * @param comment shown beside the packet; at most 65535 bytes of UTF-8
     * @throws IOException when the stream fails
     * @throws IllegalArgumentException for a longer comment
     */
    public void packet(
            int interfaceNumber,
            long nanos,
            Direction direction,
            byte[] frame,
            int at,
            int length,
            @Nullable String comment)
            throws IOException {
        Objects.checkIndex(interfaceNumber, interfaces);
        Objects.checkFromIndexSize(at, length, frame.length);
        byte @Nullable [] text = comment == null ? null : utf8(comment);
        block.begin(ENHANCED_PACKET)
                .u32(interfaceNumber)
                .u32((int) (nanos >>> 32))
                .u32((int) nanos)
                .u32(length)
                .u32(length)
                .padded(frame, at, length);
        if (text != null) {
            block.option(OPT_COMMENT, text);
        }
        block.u16(EPB_FLAGS).u16(Integer.BYTES).u32(direction.flag());
        block.endOfOptions().writeTo(out);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_OPTION_BYTES) {
            throw new IllegalArgumentException(
                    "option of " + bytes.length + " bytes; pcapng takes " + MAX_OPTION_BYTES);
        }
        return bytes;
    }
}
