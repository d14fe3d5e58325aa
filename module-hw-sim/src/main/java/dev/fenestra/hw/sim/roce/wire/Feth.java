package dev.fenestra.hw.sim.roce.wire;

/** Flush extended transport header: the effect and the extent of a FLUSH. Layout: IBTA annex A19. */
public final class Feth {
    /** Size, bytes. */
    public static final int BYTES = 4;

    private static final int TYPES = 0;

    private Feth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param placementType bit 0: global visibility, bit 1: persistence
     * @param selectivity 0: the range of the RETH, 1: the whole region
     */
    public static void write(byte[] h, int at, int placementType, int selectivity) {
        Wire.u32(h, at + TYPES, (selectivity & 3) << 4 | placementType & 0xf);
    }

    /**
     * {@return the effect; bit 0: global visibility, bit 1: persistence}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int placementType(byte[] h, int at) {
        return Wire.u32(h, at + TYPES) & 0xf;
    }

    /**
     * {@return the extent; 0: the range of the RETH, 1: the whole region}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int selectivity(byte[] h, int at) {
        return Wire.u32(h, at + TYPES) >> 4 & 3;
    }
}
