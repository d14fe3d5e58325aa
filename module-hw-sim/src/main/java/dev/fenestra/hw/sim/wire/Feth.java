package dev.fenestra.hw.sim.wire;

/** Flush extended transport header: what a FLUSH makes durable. Layout: IBTA annex A19. */
public final class Feth {
    public static final int BYTES = 4;

    private static final int TYPES = 0;

    private Feth() {}

    public static void write(byte[] h, int at, int placementType, int selectivity) {
        Wire.u32(h, at + TYPES, (selectivity & 3) << 4 | placementType & 0xf);
    }

    /** Bit 0: global visibility, bit 1: persistence. */
    public static int placementType(byte[] h, int at) {
        return Wire.u32(h, at + TYPES) & 0xf;
    }

    /** 0: the range of the RETH, 1: the whole region. */
    public static int selectivity(byte[] h, int at) {
        return Wire.u32(h, at + TYPES) >> 4 & 3;
    }
}
