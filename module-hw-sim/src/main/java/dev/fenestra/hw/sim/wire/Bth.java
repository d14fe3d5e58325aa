package dev.fenestra.hw.sim.wire;

/** Base transport header, first in every packet. Layout: IBTA volume 1, chapter 9. */
public final class Bth {
    public static final int BYTES = 12;

    /** The one byte that the ICRC takes as ones. */
    public static final int VARIANT_BYTE = 4;

    private static final int OPCODE = 0;
    private static final int FLAGS = 1;
    private static final int PKEY = 2;
    private static final int CONGESTION = VARIANT_BYTE;
    private static final int DESTINATION_QPN = 4;
    private static final int ACK_REQUEST = 8;
    private static final int PSN = 8;

    private static final int VERSION_BITS = 0x000f0000;
    private static final int PARTITION_BITS = 0x7fff;
    private static final int SOLICITED_BIT = 0x80;
    private static final int MIG_REQ_BIT = 0x40;
    private static final int ACK_REQUEST_BIT = 0x80;

    /** In place of a QP number: the QPs that are attached to the group that the packet is sent to. */
    public static final int MULTICAST_QPN = 0xffffff;

    private Bth() {}

    /**
     * Writes all twelve bytes. MigReq, the transport version and the congestion bits are sent as 0, as soft-RoCE does;
     * QPN and PSN lose what is above 24 bits.
     */
    public static void write(
            byte[] h,
            int at,
            int opcode,
            boolean solicited,
            int padCount,
            int pkey,
            int destinationQpn,
            boolean ackRequest,
            int psn) {
        Wire.u32(h, at, opcode << 24 | (solicited ? 1 << 23 : 0) | (padCount & 3) << 20 | pkey & 0xffff);
        Wire.u32(h, at + DESTINATION_QPN, destinationQpn & Wire.U24_MASK);
        Wire.u32(h, at + PSN, (ackRequest ? 1 << 31 : 0) | psn & Wire.U24_MASK);
    }

    /**
     * Whether transport version and partition are those of every port: version 0 and the default partition, in full or
     * as a guest.
     */
    public static boolean isForEveryPort(byte[] h, int at) {
        return (Wire.u32(h, at) & (VERSION_BITS | PARTITION_BITS)) == PARTITION_BITS;
    }

    /** Service in bits 7:5, operation in bits 4:0; see {@link WireOpcode}. */
    public static int opcode(byte[] h, int at) {
        return Wire.u8(h, at + OPCODE);
    }

    public static boolean solicited(byte[] h, int at) {
        return (h[at + FLAGS] & SOLICITED_BIT) != 0;
    }

    public static boolean migReq(byte[] h, int at) {
        return (h[at + FLAGS] & MIG_REQ_BIT) != 0;
    }

    /** Bytes of padding behind the payload, 0 to 3. */
    public static int padCount(byte[] h, int at) {
        return h[at + FLAGS] >> 4 & 3;
    }

    /** The only version in use is 0. */
    public static int transportVersion(byte[] h, int at) {
        return h[at + FLAGS] & 0xf;
    }

    public static int pkey(byte[] h, int at) {
        return Wire.u16(h, at + PKEY);
    }

    /** FECN, BECN and six reserved bits: the one byte that the ICRC does not cover. */
    public static int congestion(byte[] h, int at) {
        return Wire.u8(h, at + CONGESTION);
    }

    public static int destinationQpn(byte[] h, int at) {
        return Wire.u24(h, at + DESTINATION_QPN);
    }

    public static boolean ackRequest(byte[] h, int at) {
        return (h[at + ACK_REQUEST] & ACK_REQUEST_BIT) != 0;
    }

    public static int psn(byte[] h, int at) {
        return Wire.u24(h, at + PSN);
    }

    /** Counts the PSN up by one; the ACK request stays as it is. */
    public static void advancePsn(byte[] h, int at) {
        int word = Wire.u32(h, at + PSN);
        Wire.u32(h, at + PSN, word & ~Wire.U24_MASK | word + 1 & Wire.U24_MASK);
    }

    /** Sets to ones what the ICRC does not cover. */
    static void maskVariant(byte[] h, int at) {
        h[at + CONGESTION] = (byte) 0xff;
    }
}
