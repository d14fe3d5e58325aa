package dev.fenestra.vendor.mlx.user;

/**
 * The record of posted requests, at the slot of their first block. Head and tail count requests; the ring counts
 * blocks.
 */
final class SendSlots {
    private final long[] wrIds;
    private final int[] heads;
    private final int[] localOpcodes;
    private final int maxPost;
    /** Requests posted, free-running. */
    int head;
    /** Completed requests. The thread that polls writes it. */
    volatile int tail;

    SendSlots(QpSizes sizes) {
        int blocks = sizes.sendBlocks();
        wrIds = new long[blocks];
        heads = new int[blocks];
        localOpcodes = new int[blocks];
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
    boolean isFull(int batch) {
        return head - tail + batch >= maxPost;
    }

    /**
     * Records a request.
     *
     * @param localOpcode the opcode of its completion when the CQE has none
     */
    void note(int slot, long wrId, int batch, int localOpcode) {
        wrIds[slot] = wrId;
        heads[slot] = head + batch;
        localOpcodes[slot] = localOpcode;
    }

    long wrId(int counter) {
        return wrIds[counter & wrIds.length - 1];
    }

    /** The value of the head when the request at this block was posted. */
    int headAt(int counter) {
        return heads[counter & heads.length - 1];
    }

    /** The kind of a completed UMR: a bind or an invalidate. */
    int localOpcode(int counter) {
        return localOpcodes[counter & localOpcodes.length - 1];
    }

    /** Notes that the request at this block has completed, and so have all earlier ones. */
    void completed(int counter) {
        tail = headAt(counter) + 1;
    }
}
