package dev.fenestra.hw.sim.roce.wire;

/** ACK extended transport header: the responder's verdict (syndrome) and its message sequence number (MSN). */
public final class Aeth {
    /** Size, bytes. */
    public static final int BYTES = 4;

    /** ACK without end-to-end credits. */
    public static final int ACK = 0x1f;
    /** RNR NAK; a code of {@link RnrTimer} is added to it. */
    public static final int RNR_NAK = 0x20;

    /** A packet before this one is missing. */
    public static final int NAK_PSN_SEQUENCE = 0x60;
    /** The request is invalid. */
    public static final int NAK_INVALID_REQUEST = 0x61;
    /** A key does not allow the access. */
    public static final int NAK_REMOTE_ACCESS = 0x62;
    /** The responder failed. */
    public static final int NAK_REMOTE_OPERATIONAL = 0x63;

    private static final int SYNDROME = 0;
    private static final int MSN = 0;

    private static final int CLASS_MASK = 0xe0;
    private static final int VALUE_MASK = 0x1f;

    private Aeth() {}

    /**
     * Writes the header.
     *
     * @param h holds the packet
     * @param at offset of the header
     * @param syndrome 8 bits
     * @param msn the low 24 bits count
     */
    public static void write(byte[] h, int at, int syndrome, int msn) {
        Wire.u32(h, at, syndrome << 24 | msn & Wire.U24_MASK);
    }

    /**
     * {@return the responder's verdict, 8 bits}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int syndrome(byte[] h, int at) {
        return Wire.u8(h, at + SYNDROME);
    }

    /**
     * {@return number of request messages that the responder has finished, modulo 2^24}
     *
     * @param h holds the packet
     * @param at offset of the header
     */
    public static int msn(byte[] h, int at) {
        return Wire.u24(h, at + MSN);
    }

    /**
     * {@return whether a syndrome is an ACK, with any credit count}
     *
     * @param syndrome 8 bits
     */
    public static boolean isAck(int syndrome) {
        return (syndrome & CLASS_MASK) == 0;
    }

    /**
     * {@return whether a syndrome is an RNR NAK, with any timer}
     *
     * @param syndrome 8 bits
     */
    public static boolean isRnrNak(int syndrome) {
        return (syndrome & CLASS_MASK) == RNR_NAK;
    }

    /**
     * {@return whether a syndrome is a NAK other than an RNR NAK}
     *
     * @param syndrome 8 bits
     */
    public static boolean isNak(int syndrome) {
        return (syndrome & CLASS_MASK) == NAK_PSN_SEQUENCE;
    }

    /**
     * {@return the low five bits: credit count of an ACK, timer code of an RNR NAK, reason of a NAK}
     *
     * @param syndrome 8 bits
     */
    public static int value(int syndrome) {
        return syndrome & VALUE_MASK;
    }

    /**
     * {@return a syndrome in words, for example {@code NAK_REMOTE_ACCESS} or {@code RNR_NAK(61440us)}}
     *
     * @param syndrome 8 bits
     */
    public static String describe(int syndrome) {
        if (isRnrNak(syndrome)) {
            return "RNR_NAK(" + RnrTimer.nanos(value(syndrome)) / 1_000 + "us)";
        }
        return switch (syndrome) {
            case ACK -> "ACK";
            case NAK_PSN_SEQUENCE -> "NAK_PSN_SEQUENCE";
            case NAK_INVALID_REQUEST -> "NAK_INVALID_REQUEST";
            case NAK_REMOTE_ACCESS -> "NAK_REMOTE_ACCESS";
            case NAK_REMOTE_OPERATIONAL -> "NAK_REMOTE_OPERATIONAL";
            default -> isAck(syndrome) ? "ACK(credits=" + syndrome + ")" : "0x" + Integer.toHexString(syndrome);
        };
    }
}
