package dev.fenestra.hw.sim.roce.wire;

/** Base transport header, first in every packet. Layout: IBTA volume 1, chapter 9. */
public final class Bth {
    /** Size, bytes. */
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

    /** The destination of a multicast packet: all QPs that are attached to its group. */
    public static final int MULTICAST_QPN = 0xffffff;

    private Bth() {}

    /**
     * Writes all twelve bytes. MigReq, the transport version and the congestion bits are sent as 0, as soft-RoCE does.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param opcode 8 bits, see {@link WireOpcode}
     * @param solicited whether the sender asks for a solicited event
     * @param padCount 0 to 3
     * @param pkey 16 bits
     * @param destinationQpn the low 24 bits count
     * @param ackRequest whether the sender asks for an ACK
     * @param psn the low 24 bits count
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
     * {@return whether transport version and partition are those of every port} That is version 0 and the default
     * partition, as full or limited member.
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static boolean isForEveryPort(byte[] h, int at) {
        return (Wire.u32(h, at) & (VERSION_BITS | PARTITION_BITS)) == PARTITION_BITS;
    }

    /**
     * {@return the opcode: service in bits 7:5, operation in bits 4:0; see {@link WireOpcode}}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int opcode(byte[] h, int at) {
        return Wire.u8(h, at + OPCODE);
    }

    /**
     * {@return whether the sender asks for a solicited event}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static boolean solicited(byte[] h, int at) {
        return (h[at + FLAGS] & SOLICITED_BIT) != 0;
    }

    /**
     * {@return the MigReq bit of path migration}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static boolean migReq(byte[] h, int at) {
        return (h[at + FLAGS] & MIG_REQ_BIT) != 0;
    }

    /**
     * {@return bytes of padding behind the payload, 0 to 3}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int padCount(byte[] h, int at) {
        return h[at + FLAGS] >> 4 & 3;
    }

    /**
     * {@return the transport version; only 0 is in use}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int transportVersion(byte[] h, int at) {
        return h[at + FLAGS] & 0xf;
    }

    /**
     * {@return the P_Key, 16 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int pkey(byte[] h, int at) {
        return Wire.u16(h, at + PKEY);
    }

    /**
     * {@return FECN, BECN and six reserved bits: the one byte that the ICRC does not cover}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int congestion(byte[] h, int at) {
        return Wire.u8(h, at + CONGESTION);
    }

    /**
     * {@return the destination QP, 24 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int destinationQpn(byte[] h, int at) {
        return Wire.u24(h, at + DESTINATION_QPN);
    }

    /**
     * {@return whether the sender asks for an ACK}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static boolean ackRequest(byte[] h, int at) {
        return (h[at + ACK_REQUEST] & ACK_REQUEST_BIT) != 0;
    }

    /**
     * {@return the PSN, 24 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int psn(byte[] h, int at) {
        return Wire.u24(h, at + PSN);
    }

    /**
     * Adds one to the PSN, modulo 2^24. The ACK request stays as it is.
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static void advancePsn(byte[] h, int at) {
        int word = Wire.u32(h, at + PSN);
        Wire.u32(h, at + PSN, word & ~Wire.U24_MASK | word + 1 & Wire.U24_MASK);
    }

    /** Sets to ones what the ICRC does not cover. */
    static void maskVariant(byte[] h, int at) {
        h[at + CONGESTION] = (byte) 0xff;
    }
}
