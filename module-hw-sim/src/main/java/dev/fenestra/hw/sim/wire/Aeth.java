package dev.fenestra.hw.sim.wire;

/** ACK extended transport header: the responder's verdict (syndrome) and its message sequence number. */
public final class Aeth {
    public static final int BYTES = 4;

    /** ACK without end-to-end credits. */
    public static final int ACK = 0x1f;
    /** RNR NAK; a code of {@link RnrTimer} is added to it. */
    public static final int RNR_NAK = 0x20;

    public static final int NAK_PSN_SEQUENCE = 0x60;
    public static final int NAK_INVALID_REQUEST = 0x61;
    public static final int NAK_REMOTE_ACCESS = 0x62;
    public static final int NAK_REMOTE_OPERATIONAL = 0x63;

    private static final int SYNDROME = 0;
    private static final int MSN = 0;

    private static final int CLASS_MASK = 0xe0;
    private static final int VALUE_MASK = 0x1f;

    private Aeth() {}

    public static void write(byte[] h, int at, int syndrome, int msn) {
        Wire.u32(h, at, syndrome << 24 | msn & Wire.U24_MASK);
    }

    public static int syndrome(byte[] h, int at) {
        return Wire.u8(h, at + SYNDROME);
    }

    /** Number of request messages that the responder has finished, modulo 2^24. */
    public static int msn(byte[] h, int at) {
        return Wire.u24(h, at + MSN);
    }

    /** True for an ACK with any credit count. */
    public static boolean isAck(int syndrome) {
        return (syndrome & CLASS_MASK) == 0;
    }

    public static boolean isRnrNak(int syndrome) {
        return (syndrome & CLASS_MASK) == RNR_NAK;
    }

    /** True for a NAK of any reason, an RNR NAK not included. */
    public static boolean isNak(int syndrome) {
        return (syndrome & CLASS_MASK) == NAK_PSN_SEQUENCE;
    }

    /** The low five bits: credit count of an ACK, timer code of an RNR NAK, reason of a NAK. */
    public static int value(int syndrome) {
        return syndrome & VALUE_MASK;
    }

    /** A syndrome in words, for example {@code NAK_REMOTE_ACCESS} or {@code RNR_NAK(61440us)}. */
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
