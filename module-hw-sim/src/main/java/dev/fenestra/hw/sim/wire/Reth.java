package dev.fenestra.hw.sim.wire;

/** RDMA extended transport header: which remote bytes a WRITE or a READ means. */
public final class Reth {
    public static final int BYTES = 16;

    private static final int ADDRESS = 0;
    private static final int RKEY = 8;
    private static final int LENGTH = 12;

    private Reth() {}

    public static void write(byte[] h, int at, long address, int rkey, int length) {
        Wire.u64(h, at + ADDRESS, address);
        Wire.u32(h, at + RKEY, rkey);
        Wire.u32(h, at + LENGTH, length);
    }

    public static long address(byte[] h, int at) {
        return Wire.u64(h, at + ADDRESS);
    }

    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }

    /** DMA length of the whole message in bytes, an unsigned 32-bit number. */
    public static int length(byte[] h, int at) {
        return Wire.u32(h, at + LENGTH);
    }
}
