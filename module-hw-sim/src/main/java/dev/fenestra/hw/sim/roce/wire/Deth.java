package dev.fenestra.hw.sim.roce.wire;

/** Datagram extended transport header: the sender, and the Q_Key that the receiver checks. */
public final class Deth {
    /** Size, bytes. */
    public static final int BYTES = 8;

    private static final int QKEY = 0;
    private static final int SOURCE_QPN = 4;
    private static final int SESSION_SHIFT = 24;

    private Deth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param qkey the Q_Key
     * @param sourceQpn the low 24 bits count
     */
    public static void write(byte[] h, int at, int qkey, int sourceQpn) {
        Wire.u32(h, at + QKEY, qkey);
        Wire.u32(h, at + SOURCE_QPN, sourceQpn & Wire.U24_MASK);
    }

    /**
     * Writes the header of a reliable datagram. It has a session where that of UD is 0, so that a receiver tells a QP
     * that began anew from what it was.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param qkey the Q_Key
     * @param session the low 8 bits count
     * @param sourceQpn the low 24 bits count
     */
    public static void write(byte[] h, int at, int qkey, int session, int sourceQpn) {
        Wire.u32(h, at + QKEY, qkey);
        Wire.u32(h, at + SOURCE_QPN, session << SESSION_SHIFT | sourceQpn & Wire.U24_MASK);
    }

    /**
     * {@return the session of a reliable datagram and the QP of the sender, as one number}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int sender(byte[] h, int at) {
        return Wire.u32(h, at + SOURCE_QPN);
    }

    /**
     * {@return the Q_Key}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int qkey(byte[] h, int at) {
        return Wire.u32(h, at + QKEY);
    }

    /**
     * {@return the QP of the sender, 24 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int sourceQpn(byte[] h, int at) {
        return Wire.u24(h, at + SOURCE_QPN);
    }
}
