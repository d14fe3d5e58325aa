package dev.fenestra.hw.sim.hca.vocabulary;

/**
 * Access rights of keys and windows. Each is a bit; their union asks for several at once. The bits are those that an
 * entry of the key table has in its first word, so a check compares the two as they are.
 */
public final class Rights {
    /** No right. */
    public static final int NONE = 0;

    /** A peer may flush for global visibility. */
    public static final int FLUSH_GLOBAL = 1 << 6;
    /** A peer may flush for persistence. */
    public static final int FLUSH_PERSISTENT = 1 << 7;
    /** The device may read for the own QPs. Every key has this right, and no check asks for it. */
    public static final int LOCAL_READ = 1 << 10;
    /** The device may write for the own QPs. */
    public static final int LOCAL_WRITE = 1 << 11;
    /** A peer may read. */
    public static final int REMOTE_READ = 1 << 12;
    /** A peer may write. */
    public static final int REMOTE_WRITE = 1 << 13;
    /** A peer may execute atomics. */
    public static final int REMOTE_ATOMIC = 1 << 14;

    /** Rights with which a peer changes memory. The region must then allow local writes, too. */
    public static final int REMOTE_WRITING = REMOTE_WRITE | REMOTE_ATOMIC;
    /** Rights that a peer may have through a fast-register region. */
    public static final int REMOTE = REMOTE_WRITING | REMOTE_READ;
    /** Rights that a bind sets. */
    public static final int OF_WINDOW = REMOTE | FLUSH_GLOBAL | FLUSH_PERSISTENT;
    /** Rights that a registration sets. */
    public static final int OF_REGISTRATION = REMOTE | LOCAL_WRITE;

    private Rights() {}
}
