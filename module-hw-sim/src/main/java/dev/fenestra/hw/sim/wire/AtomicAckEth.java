package dev.fenestra.hw.sim.wire;

/** Atomic ACK extended transport header: what an atomic found in memory. */
public final class AtomicAckEth {
    public static final int BYTES = 8;

    private static final int ORIGINAL = 0;

    private AtomicAckEth() {}

    public static void write(byte[] h, int at, long original) {
        Wire.u64(h, at + ORIGINAL, original);
    }

    /** The value before the operation. */
    public static long original(byte[] h, int at) {
        return Wire.u64(h, at + ORIGINAL);
    }
}
