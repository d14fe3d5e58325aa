package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;

/**
 * Access rights as a key keeps them: bits of the first word of the mkey context. Their union asks for several at once.
 */
public final class Rights {
    /** No right: local read access needs none. */
    public static final int NONE = 0;

    /** The device may write for the own QPs. */
    public static final int LOCAL_WRITE = MkeyContext.LOCAL_WRITE.insert(1);
    /** A peer may read. */
    public static final int REMOTE_READ = MkeyContext.REMOTE_READ.insert(1);
    /** A peer may write. */
    public static final int REMOTE_WRITE = MkeyContext.REMOTE_WRITE.insert(1);
    /** A peer may execute atomics. */
    public static final int REMOTE_ATOMIC = MkeyContext.ATOMIC.insert(1);
    /** A peer may flush for global visibility. */
    public static final int FLUSH_GLOBAL = MkeyContext.FLUSH_GLOBAL.insert(1);
    /** A peer may flush for persistence. */
    public static final int FLUSH_PERSISTENT = MkeyContext.FLUSH_PERSISTENT.insert(1);

    /** Rights with which a peer changes memory. The region must then allow local writes, too. */
    static final int REMOTE_WRITING = REMOTE_WRITE | REMOTE_ATOMIC;
    /** Rights that a peer may have through a fast-register region. */
    static final int REMOTE = REMOTE_WRITING | REMOTE_READ;
    /** Rights that a bind sets. */
    static final int OF_WINDOW = REMOTE | FLUSH_GLOBAL | FLUSH_PERSISTENT;
    /** Rights that a registration sets. */
    static final int OF_REGISTRATION = REMOTE | LOCAL_WRITE;

    private Rights() {}
}
