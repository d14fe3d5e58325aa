package dev.fenestra.tools.observe.capture;

import dev.fenestra.tools.input.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads a pcapng file of any number of sections and interfaces. Blocks without frames are skipped. */
final class PcapngReader {
    private static final int SECTION = 0x0a0d0d0a;
    private static final int INTERFACE = 1;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int BYTE_ORDER = 0x1a2b3c4d;
    private static final int LEAST_BLOCK = 12;
    private static final int BODY = 8;
    private static final int OPTION_RESOLUTION = 9;
    private static final int BINARY = 0x80;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ByteBuffer in;
    private final List<Port> ports = new ArrayList<>();
    private final List<CapturedFrame> frames = new ArrayList<>();

    /** An interface: its link, and nanoseconds of a unit of time. */
    private record Port(int link, double unit) {}

    PcapngReader(ByteBuffer in) {
        this.in = in;
    }

    List<CapturedFrame> read() throws InputException {
        for (int at = 0; at < in.limit(); ) {
            if (in.limit() - at < LEAST_BLOCK) {
                throw new InputException("it ends within a block, at byte " + at);
            }
            int type = in.getInt(at);
            if (type == SECTION) {
                beginSection(at);
            }
            int length = blockLength(at);
            int end = at + length - 4;
            switch (type) {
                case INTERFACE -> ports.add(port(at + BODY, end));
                case ENHANCED_PACKET -> enhanced(at + BODY, end);
                case SIMPLE_PACKET -> simple(at + BODY, end);
                default -> {}
            }
            at += length;
        }
        return frames;
    }

    private void beginSection(int at) throws InputException {
        int order = in.getInt(at + BODY);
        if (order != BYTE_ORDER) {
            in.order(in.order() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        }
        if (in.getInt(at + BODY) != BYTE_ORDER) {
            throw new InputException("the section at byte " + at + " has no byte order");
        }
        ports.clear();
    }

    private int blockLength(int at) throws InputException {
        int length = in.getInt(at + 4);
        if (length < LEAST_BLOCK || length % 4 != 0 || length > in.limit() - at) {
            throw new InputException("the block at byte " + at + " says that it has " + Integer.toUnsignedString(length)
                    + " bytes, and " + (in.limit() - at) + " are left");
        }
        if (in.getInt(at + length - 4) != length) {
            throw new InputException("the block at byte " + at + " has two lengths that differ");
        }
        return length;
    }

    private Port port(int at, int end) throws InputException {
        need(at, end, 8);
        double unit = 1_000;
        for (int option = at + 8; option + 4 <= end && in.getShort(option) != 0; ) {
            int length = Short.toUnsignedInt(in.getShort(option + 2));
            need(option + 4, end, length);
            if (in.getShort(option) == OPTION_RESOLUTION && length > 0) {
                unit = unit(in.get(option + 4) & 0xff);
            }
            option += 4 + (length + 3 & ~3);
        }
        return new Port(Short.toUnsignedInt(in.getShort(at)), unit);
    }

    private static double unit(int resolution) {
        int power = resolution & ~BINARY;
        return (resolution & BINARY) == 0 ? Math.pow(10, 9 - power) : NANOS_PER_SECOND / Math.pow(2, power);
    }

    private void enhanced(int at, int end) throws InputException {
        need(at, end, 20);
        int number = in.getInt(at);
        if (number < 0 || number >= ports.size()) {
            throw new InputException("the frame at byte " + at + " names an interface that the file does not have: "
                    + Integer.toUnsignedString(number));
        }
        Port port = ports.get(number);
        long time = Integer.toUnsignedLong(in.getInt(at + 4)) << 32 | Integer.toUnsignedLong(in.getInt(at + 8));
        long nanos = port.unit == Math.rint(port.unit) ? time * (long) port.unit : (long) (time * port.unit);
        add(port.link, nanos, at + 20, end, in.getInt(at + 12), in.getInt(at + 16));
    }

    private void simple(int at, int end) throws InputException {
        need(at, end, 4);
        if (ports.isEmpty()) {
            throw new InputException("the frame at byte " + at + " comes before any interface");
        }
        int original = in.getInt(at);
        add(ports.getFirst().link, 0, at + 4, end, Math.min(original, end - at - 4), original);
    }

    private void add(int link, long nanos, int at, int end, int length, int original) throws InputException {
        need(at, end, length);
        byte[] bytes = new byte[length];
        in.get(at, bytes);
        frames.add(new CapturedFrame(
                frames.size() + 1, nanos, LinkType.ethernet(link, bytes), PcapReader.missing(original, length)));
    }

    private static void need(int at, int end, int bytes) throws InputException {
        if (bytes < 0 || bytes > end - at) {
            throw new InputException("the block before byte " + end + " is too short for its content");
        }
    }
}
