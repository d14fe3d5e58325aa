package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.util.Map;

/** Access flags of verbs, and the engine's bits for them. */
final class Rights {
    private static final Map<AccessFlag, Field> FIELDS = Map.of(
            AccessFlag.LOCAL_WRITE, MkeyContext.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE, MkeyContext.REMOTE_WRITE,
            AccessFlag.REMOTE_READ, MkeyContext.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC, MkeyContext.ATOMIC,
            AccessFlag.FLUSH_GLOBAL, MkeyContext.FLUSH_GLOBAL,
            AccessFlag.FLUSH_PERSISTENT, MkeyContext.FLUSH_PERSISTENT);

    private Rights() {}

    static int toEngine(int access) {
        int rights = MkeyContext.LOCAL_READ.insert(1);
        for (Map.Entry<AccessFlag, Field> flag : FIELDS.entrySet()) {
            rights |= flag.getKey().in(access) ? flag.getValue().insert(1) : 0;
        }
        return rights;
    }

    static int fromEngine(int rights) {
        int access = 0;
        for (Map.Entry<AccessFlag, Field> flag : FIELDS.entrySet()) {
            access |= flag.getValue().extract(rights) != 0 ? flag.getKey().bit() : 0;
        }
        return access;
    }
}
