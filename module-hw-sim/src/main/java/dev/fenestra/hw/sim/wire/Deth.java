package dev.fenestra.hw.sim.wire;

/** Datagram extended transport header: who sends, and the Q_Key that lets the packet in. */
public final class Deth {
    public static final int BYTES = 8;

    private static final int QKEY = 0;
    private static final int SOURCE_QPN = 4;

    private Deth() {}

    public static void write(byte[] h, int at, int qkey, int sourceQpn) {
        Wire.u32(h, at + QKEY, qkey);
        Wire.u32(h, at + SOURCE_QPN, sourceQpn & Wire.U24_MASK);
    }

    public static int qkey(byte[] h, int at) {
        return Wire.u32(h, at + QKEY);
    }

    public static int sourceQpn(byte[] h, int at) {
        return Wire.u24(h, at + SOURCE_QPN);
    }
}
