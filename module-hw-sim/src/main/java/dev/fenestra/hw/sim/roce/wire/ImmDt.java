package dev.fenestra.hw.sim.roce.wire;

/** Immediate data: four bytes for the receive completion. */
public final class ImmDt {
    /** Size, bytes. */
    public static final int BYTES = 4;

    private static final int IMMEDIATE = 0;

    private ImmDt() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param immediate the 32 bits
     */
    public static void write(byte[] h, int at, int immediate) {
        Wire.u32(h, at + IMMEDIATE, immediate);
    }

    /**
     * {@return the 32 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int immediate(byte[] h, int at) {
        return Wire.u32(h, at + IMMEDIATE);
    }
}
