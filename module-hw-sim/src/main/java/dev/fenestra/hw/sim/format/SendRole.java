package dev.fenestra.hw.sim.format;

/** What a word of a send request can mean. A format has a word for each that its operations need. */
public enum SendRole {
    /** The program's name for the request, where the format has one. */
    WR_ID,
    /** A completion is wanted. */
    SIGNALED,
    /** The request waits for earlier READs and atomics. */
    FENCED,
    /** The receiver gets a solicited event. */
    SOLICITED,
    /** The data lie in the request. */
    INLINE,
    /** Pieces of data. */
    PIECES,
    /** Bytes of inline data. */
    INLINE_BYTES,
    /** Bytes of all data. */
    DATA_BYTES,
    /** Immediate data. */
    IMMEDIATE,
    /** The key to invalidate. */
    KEY,
    /** Address of the peer's memory. */
    REMOTE_ADDRESS,
    /** R_Key of the peer's memory. */
    RKEY,
    /** FLUSH: bytes of the range. */
    REMOTE_LENGTH,
    /** FLUSH: bit 0 for global visibility, bit 1 for persistence. */
    FLUSH_TYPES,
    /** FLUSH: 0 for the range, 1 for all that the key names. */
    FLUSH_LEVEL,
    /** Compare-and-swap: the expected value. */
    COMPARE,
    /** Compare-and-swap: the new value. */
    SWAP,
    /** Fetch-and-add: what is added. */
    ADD,
    /** Bind: address of the first byte in the region. */
    BIND_ADDRESS,
    /** Bind: bytes. */
    BIND_LENGTH,
    /** Bind: L_Key of the region. */
    BIND_LKEY,
    /** Bind: the window's present key. Without this word only the window's index is known. */
    BIND_OLD_KEY,
    /** Bind: the window's new key. */
    BIND_NEW_KEY,
    /** Bind: peers may read. */
    BIND_READ,
    /** Bind: peers may write. */
    BIND_WRITE,
    /** Bind: peers may execute atomics. */
    BIND_ATOMIC,
    /** Bind: peers may make what they wrote visible to all. */
    BIND_FLUSH_GLOBAL,
    /** Bind: peers may make what they wrote persistent. */
    BIND_FLUSH_PERSISTENT,
    /** Bind: addresses are offsets. */
    BIND_ZERO_BASED,
    /** Bind: addresses are those of the region, so they are no offsets. */
    BIND_BY_ADDRESS,
    /** Bind: the window is of type 1. */
    BIND_TYPE_1,
    /** Bind: the window is of type 2. */
    BIND_TYPE_2,
    /** UD: the QP that the request goes to. */
    REMOTE_QPN,
    /** UD: the Q_Key that the datagram carries. */
    QKEY,
    /** UD: number of the address handle; where handles have none, that of their PD. */
    AH,
    /** UD: the path is one by GIDs. */
    PATH_GLOBAL,
    /** UD: index of the own GID. */
    PATH_GID_INDEX,
    /** UD: upper half of the GID that the path leads to. */
    PATH_GID_HIGH,
    /** UD: lower half of that GID. */
    PATH_GID_LOW,
    /** UD: traffic class. */
    PATH_CLASS,
    /** UD: flow label. */
    PATH_FLOW,
    /** UD: hop limit. */
    PATH_HOPS
}
