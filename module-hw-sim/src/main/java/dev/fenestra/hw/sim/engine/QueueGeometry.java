package dev.fenestra.hw.sim.engine;

/**
 * Where a QP's queues lie in its buffer: the receive queue first, the send queue behind it.
 *
 * @param memory the buffer
 * @param receiveEntries a power of two, or 0
 * @param receiveStride bytes of a receive WQE, a power of two
 * @param sendBlocks 64-byte blocks of the send queue, a power of two
 */
public record QueueGeometry(RingMemory memory, int receiveEntries, int receiveStride, int sendBlocks) {
    static final int BLOCK_SHIFT = 6;
    static final int UNIT_BYTES = 16;

    public int receiveBytes() {
        return receiveEntries * receiveStride;
    }

    /** Data segments a receive WQE has room for. */
    int receiveUnits() {
        return receiveStride / UNIT_BYTES;
    }

    /** Where unit {@code n} (16 bytes) of the WQE at a basic-block index lies in the buffer; the ring wraps. */
    int sendUnit(int wqeIndex, int unit) {
        int inRing = (wqeIndex << BLOCK_SHIFT) + unit * UNIT_BYTES & (sendBlocks << BLOCK_SHIFT) - 1;
        return receiveBytes() + inRing;
    }

    /** Where unit {@code n} of the receive WQE with this count lies in the buffer. */
    int receiveUnit(int wqeIndex, int unit) {
        return (wqeIndex & receiveEntries - 1) * receiveStride + unit * UNIT_BYTES;
    }
}
