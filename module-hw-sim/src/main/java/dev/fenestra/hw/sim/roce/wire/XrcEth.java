package dev.fenestra.hw.sim.roce.wire;

/**
 * XRC extended transport header: the shared receive queue that a request is for. It follows the BTH in every request
 * packet of XRC.
 */
public final class XrcEth {
    /** Size, bytes. */
    public static final int BYTES = 4;

    private XrcEth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param srqn the low 24 bits count
     */
    public static void write(byte[] h, int at, int srqn) {
        Wire.u32(h, at, srqn & Wire.U24_MASK);
    }

    /**
     * {@return the peer's SRQ, 24 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int srqn(byte[] h, int at) {
        return Wire.u24(h, at);
    }
}
