package dev.fenestra.hw.sim.wire;

/**
 * What is true of an opcode, as bits of {@link WireOpcode#maskOf}. The low nine bits tell which headers follow the
 * BTH; they come in the order of their bits.
 */
public final class OpcodeMask {
    public static final int XRC_ETH = 1;
    public static final int DETH = 1 << 1;
    public static final int FETH = 1 << 2;
    public static final int RETH = 1 << 3;
    public static final int ATOMIC_ETH = 1 << 4;
    public static final int AETH = 1 << 5;
    public static final int ATOMIC_ACK_ETH = 1 << 6;
    public static final int IMM_DT = 1 << 7;
    public static final int IETH = 1 << 8;

    /** First packet of a message; with {@link #END}, the only one. */
    public static final int START = 1 << 9;

    public static final int MIDDLE = 1 << 10;
    /** Last packet of a message. */
    public static final int END = 1 << 11;
    /** May carry payload. */
    public static final int PAYLOAD = 1 << 12;

    public static final int SEND = 1 << 13;
    public static final int WRITE = 1 << 14;
    public static final int READ_REQUEST = 1 << 15;
    public static final int READ_RESPONSE = 1 << 16;
    /** Plain acknowledge: ACK, NAK or RNR NAK. */
    public static final int ACK = 1 << 17;
    /** Atomic request. */
    public static final int ATOMIC = 1 << 18;
    /** The answer to an atomic request. */
    public static final int ATOMIC_ACK = 1 << 19;

    public static final int FLUSH = 1 << 20;
    public static final int ATOMIC_WRITE = 1 << 21;
    /** Takes a receive WQE from the queue. */
    public static final int RECEIVE = 1 << 22;
    /** For the responder. */
    public static final int REQUEST = 1 << 23;
    /** For the completer of the requester. */
    public static final int RESPONSE = 1 << 24;

    /** First and last packet at once. */
    public static final int ONLY = START | END;

    private OpcodeMask() {}
}
