package dev.fenestra.hw.sim.hca.queue;

/**
 * Atomics of one piece of data each, as their requests say, in the order of the queue. One object is filled anew for
 * each batch.
 */
public final class AtomicBatch {
    /** R_Keys of the peer's memory. */
    public final int[] rkeys;

    /** Addresses of the peer's memory. */
    public final long[] remoteAddresses;
    /** The new values of compare-and-swaps, the values that fetch-and-adds add. */
    public final long[] operands;

    /** The expected values of compare-and-swaps. */
    public final long[] expected;
    /** Bit {@code i}: the request {@code i} is a compare-and-swap, not a fetch-and-add. */
    public long swaps;
    /** Bit {@code i}: the request {@code i} makes a completion also on success. */
    public long signaled;

    /**
     * Makes an empty batch.
     *
     * @param most requests that it has room for, up to 64
     */
    public AtomicBatch(int most) {
        rkeys = new int[most];
        remoteAddresses = new long[most];
        operands = new long[most];
        expected = new long[most];
    }
}
