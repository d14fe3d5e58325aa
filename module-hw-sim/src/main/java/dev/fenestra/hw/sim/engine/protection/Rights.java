package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.prm.MkeyContext;

/**
 * Access rights as a key keeps them: bits of the first word of the mkey context. Several are asked for together by
 * their union.
 */
public final class Rights {
    /** Asks for no right: local read access needs none. */
    public static final int NONE = 0;

    public static final int LOCAL_WRITE = MkeyContext.LOCAL_WRITE.insert(1);
    public static final int REMOTE_READ = MkeyContext.REMOTE_READ.insert(1);
    public static final int REMOTE_WRITE = MkeyContext.REMOTE_WRITE.insert(1);
    public static final int REMOTE_ATOMIC = MkeyContext.ATOMIC.insert(1);
    public static final int FLUSH_GLOBAL = MkeyContext.FLUSH_GLOBAL.insert(1);
    public static final int FLUSH_PERSISTENT = MkeyContext.FLUSH_PERSISTENT.insert(1);

    /** A peer that has one of these changes memory, which the region must allow locally, too. */
    static final int REMOTE_WRITING = REMOTE_WRITE | REMOTE_ATOMIC;
    /** What a peer may have through a fast-register region. */
    static final int REMOTE = REMOTE_WRITING | REMOTE_READ;
    /** What a bind says of a window. */
    static final int OF_WINDOW = REMOTE | FLUSH_GLOBAL | FLUSH_PERSISTENT;
    /** What a registration says of a fast-register region. */
    static final int OF_REGISTRATION = REMOTE | LOCAL_WRITE;

    private Rights() {}
}
