package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.roce.wire.IpFields;

/**
 * A send request as the engine understands it, whatever its bytes look like. One object is filled anew for each
 * request; fields that an operation does not have keep old values.
 */
public final class SendOperation {
    /** The operation, as {@link dev.fenestra.hw.sim.hca.vocabulary.SendOpcode} says. */
    public int opcode;

    /** The number that the format has for it, for the log. */
    public int number;

    /** The QP that the request names. A request in the queue of another QP is refused. */
    public int qpn;
    /** Slots of the ring it takes, at least 1. */
    public int slots;
    /** Its length in the format's own units, for observers. */
    public int units;

    /** Whether it is long enough for its opcode. */
    public boolean isComplete;
    /** Number of its first piece of data. */
    public int firstPiece;

    /** The number after that of its last piece of data. */
    public int endOfPieces;
    /** Makes a completion also on success. */
    public boolean signaled;
    /** Waits for earlier READs and atomics. */
    public boolean fenced;
    /** Asks the receiver for a solicited event. */
    public boolean solicited;
    /** Immediate data, the key to invalidate, or the key of a window. */
    public int immediate;

    /** R_Key of the peer's memory. */
    public int rkey;
    /** Address of the peer's memory. */
    public long remoteAddress;
    /** FLUSH: bytes of the range. */
    public int remoteLength;
    /** FLUSH: bit 0 for global visibility, bit 1 for persistence. */
    public int flushTypes;
    /** FLUSH: 0 for the range, 1 for the whole region or window. */
    public int flushLevel;
    /** Atomics: the new value, or the value to add. */
    public long swapOrAdd;
    /** Compare-and-swap: the expected value. */
    public long compare;

    /** UD: the QP that the request goes to. */
    public int remoteQpn;

    /** UD: the Q_Key; with its highest bit set, the sender's own Q_Key is used (IBA 10.2.5). */
    public int qkey;
    /** UD: whether the request has a path. It has none when its address handle belongs to another PD than its QP. */
    public boolean hasPath;

    /** UD: index of the own GID that the request leaves by. */
    public int sourceGidIndex;
    /** UD: traffic class, 8 bits. */
    public int trafficClass;
    /** UD: flow label, 20 bits. */
    public int flowLabel;
    /** UD: hop limit, 8 bits. */
    public int hopLimit = IpFields.USUAL_HOPS;
    /** UD: UDP source port; 0 for that of the QP. */
    public int udpSourcePort;

    /** UD: upper half of the GID of the port that the request goes to. */
    public long remoteGidHigh;
    /** UD: lower half of that GID. */
    public long remoteGidLow;

    /**
     * The whole request has been read: its peer's memory, its operands, and its only piece of data, which is memory by
     * key.
     */
    public boolean isWhole;

    /** The only piece of data when {@link #isWhole}. */
    public final DataPiece piece = new DataPiece();

    /** Makes an empty operation. */
    public SendOperation() {}
}
