package dev.fenestra.tools.testing;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the frames of a little-endian pcapng file with one section. */
public final class CapturedFrames {
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;
    private static final int OPT_COMMENT = 1;

    private CapturedFrames() {}

    /** A captured frame. {@code frame} is empty when it is not RoCEv2, {@code comment} when there is none. */
    public record Captured(int interfaceNumber, long nanos, Optional<RoceFrame> frame, String comment, byte[] bytes) {}

    public static List<Captured> packets(byte[] file) {
        List<Captured> packets = new ArrayList<>();
        for (ByteBuffer block : blocks(file, ENHANCED_PACKET)) {
            long nanos = Integer.toUnsignedLong(block.getInt(4)) << 32 | Integer.toUnsignedLong(block.getInt(8));
            byte[] frame = new byte[block.getInt(12)];
            block.get(20, frame);
            packets.add(new Captured(
                    block.getInt(0),
                    nanos,
                    RoceFrame.parse(frame, 0, frame.length),
                    comment(block, 20 + (frame.length + 3 & ~3)),
                    frame));
        }
        return packets;
    }

    private static String comment(ByteBuffer block, int firstOption) {
        int at = firstOption;
        while (block.getShort(at) != 0) {
            int length = Short.toUnsignedInt(block.getShort(at + 2));
            if (block.getShort(at) == OPT_COMMENT) {
                byte[] text = new byte[length];
                block.get(at + 4, text);
                return new String(text, StandardCharsets.UTF_8);
            }
            at += 4 + (length + 3 & ~3);
        }
        return "";
    }

    public static int interfaces(byte[] file) {
        return blocks(file, INTERFACE_DESCRIPTION).size();
    }

    private static List<ByteBuffer> blocks(byte[] file, int type) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<ByteBuffer> blocks = new ArrayList<>();
        for (int at = 0; at < file.length; at += in.getInt(at + 4)) {
            if (in.getInt(at) == type) {
                blocks.add(in.slice(at + 8, in.getInt(at + 4) - 12).order(ByteOrder.LITTLE_ENDIAN));
            }
        }
        return blocks;
    }
}
