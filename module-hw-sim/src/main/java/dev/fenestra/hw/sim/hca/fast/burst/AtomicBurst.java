package dev.fenestra.hw.sim.hca.fast.burst;

/**
 * RC atomics, from one QP to another: read from the send queue as their requests say, and sent as one. It has the
 * fields of the first BTH, and for each packet those of its AtomicETH. The PSNs follow that of the first.
 */
public final class AtomicBurst implements Burst {
    private final BurstPath path = new BurstPath();
    /** PSN of the first packet. */
    public int firstPsn;
    /** Number of packets. */
    public int count;
    /** Bit {@code i}: the packet {@code i} is a compare-and-swap, not a fetch-and-add. */
    public long swaps;
    /** Of the sender only. Bit {@code i}: the request {@code i} makes a completion also on success. */
    public long signaled;

    /** R_Key of each packet. */
    public final int[] rkeys;
    /** Remote address of each packet. */
    public final long[] remoteAddresses;
    /** The value to add, or the new value, of each packet. */
    public final long[] operands;
    /** The value that each compare-and-swap expects. */
    public final long[] expected;

    /**
     * Makes an empty burst.
     *
     * @param most packets that it has room for, up to 64
     */
    public AtomicBurst(int most) {
        rkeys = new int[most];
        remoteAddresses = new long[most];
        operands = new long[most];
        expected = new long[most];
    }

    @Override
    public BurstPath path() {
        return path;
    }
}
