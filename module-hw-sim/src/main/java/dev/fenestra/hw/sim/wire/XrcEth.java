package dev.fenestra.hw.sim.wire;

/**
 * XRC extended transport header: the shared receive queue that a request is for. In every request packet of XRC, right
 * behind the BTH.
 */
public final class XrcEth {
    public static final int BYTES = 4;

    private XrcEth() {}

    public static void write(byte[] h, int at, int srqn) {
        Wire.u32(h, at, srqn & Wire.U24_MASK);
    }

    public static int srqn(byte[] h, int at) {
        return Wire.u24(h, at);
    }
}
