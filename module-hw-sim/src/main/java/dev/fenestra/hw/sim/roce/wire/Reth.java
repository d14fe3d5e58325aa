package dev.fenestra.hw.sim.roce.wire;

/** RDMA extended transport header: the remote range of a WRITE, READ or FLUSH. */
public final class Reth {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final int ADDRESS = 0;
    private static final int RKEY = 8;
    private static final int LENGTH = 12;

    private Reth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param address remote address
     * @param rkey R_Key of the remote memory
     * @param length bytes of the whole message, unsigned
     */
    public static void write(byte[] h, int at, long address, int rkey, int length) {
        Wire.u64(h, at + ADDRESS, address);
        Wire.u32(h, at + RKEY, rkey);
        Wire.u32(h, at + LENGTH, length);
    }

    /**
     * {@return the remote address}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static long address(byte[] h, int at) {
        return Wire.u64(h, at + ADDRESS);
    }

    /**
     * {@return the R_Key of the remote memory}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int rkey(byte[] h, int at) {
        return Wire.u32(h, at + RKEY);
    }

    /**
     * {@return bytes of the whole message, an unsigned 32-bit number}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int length(byte[] h, int at) {
        return Wire.u32(h, at + LENGTH);
    }
}
