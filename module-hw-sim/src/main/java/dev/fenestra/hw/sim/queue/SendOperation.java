package dev.fenestra.hw.sim.queue;

/**
 * A send request as the engine understands it, whatever its bytes look like. One object is filled anew for each
 * request; fields that an operation does not have keep old values.
 */
public final class SendOperation {
    /**
     * What is asked, by the engine's name for it: an opcode of {@link dev.fenestra.hw.sim.prm.WqeOpcode}, except UMR,
     * or of {@link ForeignOpcode}. Only the mlx5 format itself has UMR.
     */
    public int opcode;

    /** The QP that the request names; another than the one whose queue it lies in is refused. */
    public int qpn;
    /** Slots of the ring it takes, at least 1. */
    public int slots;
    /** Its length in the format's own units, for observers. */
    public int units;

    /** Whether it is long enough for what its opcode needs. */
    public boolean isComplete;
    /** Number of its first piece of data, and one behind its last. */
    public int firstPiece;

    public int endOfPieces;
    /** Makes a completion also on success. */
    public boolean signaled;
    /** Waits for earlier READs and atomics. */
    public boolean fenced;
    /** Asks the receiver for a solicited event. */
    public boolean solicited;
    /** Immediate data, the key to invalidate, or the key of a window. */
    public int immediate;

    public int rkey;
    public long remoteAddress;
    /** FLUSH: bytes of the range. */
    public int remoteLength;
    /** FLUSH: bit 0 for global visibility, bit 1 for persistence. */
    public int flushTypes;
    /** FLUSH: 0 for the range, 1 for the whole region or window. */
    public int flushLevel;
    /** Atomics: the new value, or what is added. */
    public long swapOrAdd;
    /** Compare-and-swap: the value expected. */
    public long compare;

    /**
     * UD: the QP and the port that the request goes to, and its Q_Key; with its highest bit set the sender's own
     * counts.
     */
    public int remoteQpn;

    public int qkey;
    /**
     * UD: whether the request has a path at all, which it has not when its address handle is of another PD than its QP.
     */
    public boolean hasPath;

    public long remoteGidHigh;
    public long remoteGidLow;

    /**
     * All of the request has been read with it: its peer's memory and operands, if it has any, and its only piece of
     * data, which is memory by key.
     */
    public boolean isWhole;

    public final DataPiece piece = new DataPiece();

    public SendOperation() {}
}
