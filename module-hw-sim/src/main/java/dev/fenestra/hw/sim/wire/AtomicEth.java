package dev.fenestra.hw.sim.wire;

/** Atomic extended transport header: target and operands of COMPARE_SWAP and FETCH_ADD. */
public final class AtomicEth {
    public static final int BYTES = 28;

    private static final int ADDRESS = 0;
    private static final int RKEY = 8;
    private static final int SWAP_OR_ADD = 12;
    private static final int COMPARE = 20;

    private AtomicEth() {}

    public static void write(byte[] h, int at, long address, int rkey, long swapOrAdd, long compare) {
        Wire.u64(h, at + ADDRESS, address);
        Wire.u32(h, at + RKEY, rkey);
        Wire.u64(h, at + SWAP_OR_ADD, swapOrAdd);
        Wire.u64(h, at + COMPARE, compare);
    }

    public static long address(byte[] h, int at) {
        return Wire.u64(h, at + ADDRESS);
    }

    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }

    /** The new value of COMPARE_SWAP, or the number that FETCH_ADD adds. */
    public static long swapOrAdd(byte[] h, int at) {
        return Wire.u64(h, at + SWAP_OR_ADD);
    }

    /** The expected value of COMPARE_SWAP; FETCH_ADD ignores it. */
    public static long compare(byte[] h, int at) {
        return Wire.u64(h, at + COMPARE);
    }
}
