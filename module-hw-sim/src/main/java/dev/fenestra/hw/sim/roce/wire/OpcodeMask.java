package dev.fenestra.hw.sim.roce.wire;

/**
 * Facts about an opcode, as bits of {@link WireOpcode#maskOf}. The low nine bits are the headers that follow the BTH,
 * in the order of their bits.
 */
public final class OpcodeMask {
    /** {@link XrcEth} follows. */
    public static final int XRC_ETH = 1;
    /** {@link Deth} follows. */
    public static final int DETH = 1 << 1;
    /** {@link Feth} follows. */
    public static final int FETH = 1 << 2;
    /** {@link Reth} follows. */
    public static final int RETH = 1 << 3;
    /** {@link AtomicEth} follows. */
    public static final int ATOMIC_ETH = 1 << 4;
    /** {@link Aeth} follows. */
    public static final int AETH = 1 << 5;
    /** {@link AtomicAckEth} follows. */
    public static final int ATOMIC_ACK_ETH = 1 << 6;
    /** {@link ImmDt} follows. */
    public static final int IMM_DT = 1 << 7;
    /** {@link Ieth} follows. */
    public static final int IETH = 1 << 8;

    /** First packet of a message; with {@link #END}, the only one. */
    public static final int START = 1 << 9;

    /** Packet of a message that is neither first nor last. */
    public static final int MIDDLE = 1 << 10;
    /** Last packet of a message. */
    public static final int END = 1 << 11;
    /** May carry payload. */
    public static final int PAYLOAD = 1 << 12;

    /** Part of a SEND. */
    public static final int SEND = 1 << 13;
    /** Part of an RDMA WRITE. */
    public static final int WRITE = 1 << 14;
    /** RDMA READ request. */
    public static final int READ_REQUEST = 1 << 15;
    /** Part of the answer to an RDMA READ. */
    public static final int READ_RESPONSE = 1 << 16;
    /** Plain acknowledge: ACK, NAK or RNR NAK. */
    public static final int ACK = 1 << 17;
    /** Atomic request. */
    public static final int ATOMIC = 1 << 18;
    /** The answer to an atomic request. */
    public static final int ATOMIC_ACK = 1 << 19;

    /** FLUSH request. */
    public static final int FLUSH = 1 << 20;
    /** ATOMIC_WRITE request. */
    public static final int ATOMIC_WRITE = 1 << 21;
    /** Consumes a receive WQE. */
    public static final int RECEIVE = 1 << 22;
    /** Request: the responder receives it. */
    public static final int REQUEST = 1 << 23;
    /** Response: the completer of the requester receives it. */
    public static final int RESPONSE = 1 << 24;

    /** First and last packet of a message. */
    public static final int ONLY = START | END;

    private OpcodeMask() {}
}
