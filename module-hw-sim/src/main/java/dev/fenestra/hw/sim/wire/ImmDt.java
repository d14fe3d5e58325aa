package dev.fenestra.hw.sim.wire;

/** Immediate data: four bytes for the receive completion. */
public final class ImmDt {
    public static final int BYTES = 4;

    private static final int IMMEDIATE = 0;

    private ImmDt() {}

    public static void write(byte[] h, int at, int immediate) {
        Wire.u32(h, at + IMMEDIATE, immediate);
    }

    public static int immediate(byte[] h, int at) {
        return Wire.u32(h, at + IMMEDIATE);
    }
}
