package dev.fenestra.hw.sim.roce.wire;

/** Atomic extended transport header: target and operands of COMPARE_SWAP and FETCH_ADD. */
public final class AtomicEth {
    /** Size, bytes. */
    public static final int BYTES = 28;

    private static final int ADDRESS = 0;
    private static final int RKEY = 8;
    private static final int SWAP_OR_ADD = 12;
    private static final int COMPARE = 20;

    private AtomicEth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param address remote address
     * @param rkey R_Key of the remote memory
     * @param swapOrAdd the new value, or the addend
     * @param compare the expected value
     */
    public static void write(byte[] h, int at, long address, int rkey, long swapOrAdd, long compare) {
        Wire.u64(h, at + ADDRESS, address);
        Wire.u32(h, at + RKEY, rkey);
        Wire.u64(h, at + SWAP_OR_ADD, swapOrAdd);
        Wire.u64(h, at + COMPARE, compare);
    }

    /**
     * {@return the remote address}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static long address(byte[] h, int at) {
        return Wire.u64(h, at + ADDRESS);
    }

    /**
     * {@return the R_Key of the remote memory}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }

    /**
     * {@return the new value of COMPARE_SWAP, or the addend of FETCH_ADD}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static long swapOrAdd(byte[] h, int at) {
        return Wire.u64(h, at + SWAP_OR_ADD);
    }

    /**
     * {@return the expected value of COMPARE_SWAP; FETCH_ADD ignores it}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static long compare(byte[] h, int at) {
        return Wire.u64(h, at + COMPARE);
    }
}
