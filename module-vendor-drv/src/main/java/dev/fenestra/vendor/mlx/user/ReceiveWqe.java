package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import java.lang.foreign.MemorySegment;

/** The data segments of a receive, in the queue of a QP or in an SRQ. */
final class ReceiveWqe {
    private ReceiveWqe() {}

    /**
     * Writes a data segment: a piece of memory for a message.
     *
     * @param at its first byte in the buffer
     */
    static void segment(QueueBuffer buffer, int at, int lkey, long address, int length) {
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        DataSegment.BYTE_COUNT.word(memory, offset, length);
        DataSegment.LKEY.word(memory, offset, lkey);
        DataSegment.ADDRESS.setLong(memory, offset, address);
    }

    /** Writes the segment that ends a list with room for more. */
    static void terminator(QueueBuffer buffer, int at) {
        segment(buffer, at, DataSegment.TERMINATOR_LKEY, 0, 0);
    }
}
