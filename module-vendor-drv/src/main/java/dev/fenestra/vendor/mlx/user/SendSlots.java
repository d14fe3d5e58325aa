package dev.fenestra.vendor.mlx.user;

/**
 * The record of posted requests, at the slot of their first block. Head and tail count requests; the ring counts
 * blocks.
 *
 * <p>A slot is two words of one array. With ten thousand queues in use, each more array, and each more object, would be
 * one more cache miss. So the ring extends this class.
 */
abstract class SendSlots {
    private static final long LOW_WORD = 0xffffffffL;

    /** Of each slot: the wr_id, then the value of the head (low) and the local opcode (high). */
    private final long[] records;
    /** A block masked by this is a slot. */
    private final int mask;

    private final int maxPost;
    /** Requests posted, free-running. */
    int head;
    /** Completed requests. The thread that polls writes it. */
    volatile int tail;

    SendSlots(QpSizes sizes) {
        records = new long[2 * sizes.sendBlocks()];
        mask = sizes.sendBlocks() - 1;
        maxPost = sizes.maxPost();
    }

    void reset() {
        head = 0;
        tail = 0;
    }

    /**
     * Whether there is no room for one more request.
     *
     * @param batch requests of the present call that are not counted yet
     */
    final boolean isFull(int batch) {
        return head - tail + batch >= maxPost;
    }

    /**
     * Records a request.
     *
     * @param localOpcode the opcode of its completion when the CQE has none
     */
    final void note(int slot, long wrId, int batch, int localOpcode) {
        records[2 * slot] = wrId;
        records[2 * slot + 1] = (long) localOpcode << Integer.SIZE | head + batch & LOW_WORD;
    }

    final long wrId(int counter) {
        return records[2 * (counter & mask)];
    }

    /** The value of the head when the request at this block was posted. */
    final int headAt(int counter) {
        return (int) records[2 * (counter & mask) + 1];
    }

    /** The kind of a completed UMR: a bind or an invalidate. */
    final int localOpcode(int counter) {
        return (int) (records[2 * (counter & mask) + 1] >>> Integer.SIZE);
    }

    /** Notes that the request at this block has completed, and so have all earlier ones. */
    final void completed(int counter) {
        tail = headAt(counter) + 1;
    }
}
