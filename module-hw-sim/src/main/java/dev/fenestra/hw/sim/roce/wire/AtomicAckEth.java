package dev.fenestra.hw.sim.roce.wire;

/** Atomic ACK extended transport header: the value in memory before the operation. */
public final class AtomicAckEth {
    /** Size, bytes. */
    public static final int BYTES = 8;

    private static final int ORIGINAL = 0;

    private AtomicAckEth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param original the value before the operation
     */
    public static void write(byte[] h, int at, long original) {
        Wire.u64(h, at + ORIGINAL, original);
    }

    /**
     * {@return the value before the operation}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static long original(byte[] h, int at) {
        return Wire.u64(h, at + ORIGINAL);
    }
}
