package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.util.Map;

/** Access flags of verbs, and the engine's bits for them. */
final class AccessBits {
    private static final Map<AccessFlag, Integer> BITS = Map.of(
            AccessFlag.LOCAL_WRITE, Rights.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE, Rights.REMOTE_WRITE,
            AccessFlag.REMOTE_READ, Rights.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC, Rights.REMOTE_ATOMIC,
            AccessFlag.FLUSH_GLOBAL, Rights.FLUSH_GLOBAL,
            AccessFlag.FLUSH_PERSISTENT, Rights.FLUSH_PERSISTENT);

    private AccessBits() {}

    static int toEngine(int access) {
        int rights = Rights.LOCAL_READ;
        for (Map.Entry<AccessFlag, Integer> flag : BITS.entrySet()) {
            rights |= flag.getKey().in(access) ? flag.getValue() : 0;
        }
        return rights;
    }

    static int fromEngine(int rights) {
        int access = 0;
        for (Map.Entry<AccessFlag, Integer> flag : BITS.entrySet()) {
            access |= (flag.getValue() & rights) != 0 ? flag.getKey().bit() : 0;
        }
        return access;
    }
}
