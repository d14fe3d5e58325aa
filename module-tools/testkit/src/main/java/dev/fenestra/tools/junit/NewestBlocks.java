package dev.fenestra.tools.junit;

import dev.fenestra.hw.sim.roce.pcap.PcapngWriter;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** The head of a pcapng file and its newest packets, within a limit. {@link PcapngWriter} writes block by block. */
final class NewestBlocks extends OutputStream {
    private static final int ENHANCED_PACKET = 6;

    private final int limit;
    private final List<byte[]> head = new ArrayList<>();
    private final Deque<byte[]> packets = new ArrayDeque<>();
    private int bytes;

    /**
     * @param limit bytes of packets that are kept
     */
    NewestBlocks(int limit) {
        this.limit = limit;
    }

    @Override
    public void write(int unexpected) {
        throw new UnsupportedOperationException("a block is written as a whole");
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        byte[] block = Arrays.copyOfRange(source, offset, offset + length);
        if (ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(0) == ENHANCED_PACKET) {
            packets.addLast(block);
            bytes += length;
        } else {
            head.add(block);
        }
        while (bytes > limit) {
            bytes -= packets.removeFirst().length;
        }
    }

    /** The file: its head, and the packets that were kept, oldest first. */
    byte[] file() {
        ByteBuffer file = ByteBuffer.allocate(
                bytes + head.stream().mapToInt(block -> block.length).sum());
        head.forEach(file::put);
        packets.forEach(file::put);
        return file.array();
    }
}
