package dev.fenestra.hw.sim.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The frames of a classic pcap file, little-endian with microseconds, Ethernet. */
final class PcapFile {
    private static final int MAGIC = 0xa1b2c3d4;
    private static final int LINK_TYPE_AT = 20;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int CAPTURED_LENGTH_AT = 8;
    private static final int RECORD_HEADER_BYTES = 16;

    private PcapFile() {}

    static List<byte[]> frames(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (in.getInt(0) != MAGIC || in.getInt(LINK_TYPE_AT) != 1) {
            throw new IllegalArgumentException("not a little-endian Ethernet pcap file");
        }
        in.position(FILE_HEADER_BYTES);
        List<byte[]> frames = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] frame = new byte[in.getInt(in.position() + CAPTURED_LENGTH_AT)];
            in.position(in.position() + RECORD_HEADER_BYTES).get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
