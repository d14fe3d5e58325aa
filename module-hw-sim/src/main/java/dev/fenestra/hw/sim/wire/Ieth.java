package dev.fenestra.hw.sim.wire;

/** Invalidate extended transport header: the R_Key that a SEND with invalidate ends. */
public final class Ieth {
    public static final int BYTES = 4;

    private static final int RKEY = 0;

    private Ieth() {}

    public static void write(byte[] h, int at, int rkey) {
        Wire.u32(h, at + RKEY, rkey);
    }

    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }
}
