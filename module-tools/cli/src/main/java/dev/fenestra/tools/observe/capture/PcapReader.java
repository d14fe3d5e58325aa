package dev.fenestra.tools.observe.capture;

import dev.fenestra.tools.input.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads a pcap file, with times in microseconds or nanoseconds. */
final class PcapReader {
    private static final int MICROS = 0xa1b2c3d4;
    private static final int NANOS = 0xa1b23c4d;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int LINK_TYPE_AT = 20;
    /** The upper bits say how long the frame check sequence is. */
    private static final int LINK_TYPE_MASK = 0xffff;

    private static final int RECORD_HEADER_BYTES = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final ByteBuffer in;

    PcapReader(ByteBuffer in) {
        this.in = in;
    }

    List<CapturedFrame> read() throws InputException {
        if (in.limit() < FILE_HEADER_BYTES) {
            throw new InputException("neither pcap nor pcapng: " + in.limit() + " bytes, and a pcap file begins with "
                    + FILE_HEADER_BYTES);
        }
        long unit = unit();
        int link = in.getInt(LINK_TYPE_AT) & LINK_TYPE_MASK;
        List<CapturedFrame> frames = new ArrayList<>();
        for (int at = FILE_HEADER_BYTES; at < in.limit(); ) {
            int length = lengthAt(at);
            byte[] bytes = new byte[length];
            in.get(at + RECORD_HEADER_BYTES, bytes);
            long nanos = Integer.toUnsignedLong(in.getInt(at)) * NANOS_PER_SECOND
                    + Integer.toUnsignedLong(in.getInt(at + 4)) * unit;
            int missing = missing(in.getInt(at + 12), length);
            frames.add(new CapturedFrame(frames.size() + 1, nanos, LinkType.ethernet(link, bytes), missing));
            at += RECORD_HEADER_BYTES + length;
        }
        return frames;
    }

    /** Bytes that a capture cut off. */
    static int missing(int original, int captured) {
        return Math.clamp(Integer.toUnsignedLong(original) - captured, 0, Integer.MAX_VALUE);
    }

    /** Nanoseconds in a unit of a time's fraction. Sets the byte order when the file has the other one. */
    private long unit() throws InputException {
        int magic = in.getInt(0);
        if (magic == Integer.reverseBytes(MICROS) || magic == Integer.reverseBytes(NANOS)) {
            in.order(ByteOrder.BIG_ENDIAN);
            magic = Integer.reverseBytes(magic);
        }
        if (magic != MICROS && magic != NANOS) {
            throw new InputException("neither pcap nor pcapng: it begins with "
                    + String.format(
                            "0x%08x",
                            Integer.reverseBytes(
                                    in.order(ByteOrder.LITTLE_ENDIAN).getInt(0))));
        }
        return magic == MICROS ? NANOS_PER_MICRO : 1;
    }

    private int lengthAt(int at) throws InputException {
        int left = in.limit() - at - RECORD_HEADER_BYTES;
        if (left < 0) {
            throw new InputException("it ends within the header of a frame, at byte " + at);
        }
        int length = in.getInt(at + 8);
        if (length < 0 || length > left) {
            throw new InputException("the frame at byte " + at + " says that it has " + Integer.toUnsignedString(length)
                    + " bytes, and " + left + " are left");
        }
        return length;
    }
}
