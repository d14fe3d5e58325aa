package dev.fenestra.hw.sim.roce.wire;

/** Invalidate extended transport header: the R_Key that a SEND with invalidate invalidates. */
public final class Ieth {
    /** Size, bytes. */
    public static final int BYTES = 4;

    private static final int RKEY = 0;

    private Ieth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param rkey the key to invalidate
     */
    public static void write(byte[] h, int at, int rkey) {
        Wire.u32(h, at + RKEY, rkey);
    }

    /**
     * {@return the key to invalidate}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }
}
