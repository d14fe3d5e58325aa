package dev.fenestra.hw.sim.fabric.link;

/**
 * RC atomics, from one QP to another, that travel as one: the fields of the first BTH, and for each packet those of its
 * AtomicETH. The PSNs follow that of the first.
 */
public final class AtomicBurst extends LanePath {
    /** PSN of the first packet. */
    public int firstPsn;
    /** Number of packets. */
    public int count;
    /** Bit {@code i}: the packet {@code i} is a compare-and-swap, not a fetch-and-add. */
    public long swaps;

    /** R_Key of each packet. */
    public final int[] rkeys;
    /** Remote address of each packet. */
    public final long[] addresses;
    /** The value to add, or the new value, of each packet. */
    public final long[] operands;
    /** The value that each compare-and-swap expects. */
    public final long[] expected;

    /**
     * Makes an empty burst over the caller's arrays.
     *
     * @param rkeys R_Key of each packet
     * @param addresses remote address of each packet
     * @param operands the value to add, or the new value
     * @param expected the value that a compare-and-swap expects
     */
    public AtomicBurst(int[] rkeys, long[] addresses, long[] operands, long[] expected) {
        this.rkeys = rkeys;
        this.addresses = addresses;
        this.operands = operands;
        this.expected = expected;
    }
}
