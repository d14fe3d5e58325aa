package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/**
 * Rights of a region, a window or a QP; values as in verbs.h {@code ibv_access_flags}. Local reading is always allowed.
 */
public enum AccessFlag {
    LOCAL_WRITE(0x1),
    REMOTE_WRITE(0x2),
    REMOTE_READ(0x4),
    REMOTE_ATOMIC(0x8),
    MW_BIND(0x10),
    ZERO_BASED(0x20),
    ON_DEMAND(0x40),
    HUGETLB(0x80),
    FLUSH_GLOBAL(0x100),
    FLUSH_PERSISTENT(0x200),
    RELAXED_ORDERING(0x100000);

    /** Bits 20..29: flags a device may ignore; an unknown one among them is dropped, never refused (verbs.h). */
    public static final int OPTIONAL_RANGE = 0x3ff00000;

    private final int bit;

    AccessFlag(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }

    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    public static int mask(AccessFlag... flags) {
        int mask = 0;
        for (AccessFlag flag : flags) {
            mask |= flag.bit;
        }
        return mask;
    }

    /** The flags of a mask; bits without a name are left out. */
    public static Set<AccessFlag> of(int mask) {
        Set<AccessFlag> flags = EnumSet.noneOf(AccessFlag.class);
        for (AccessFlag flag : values()) {
            if (flag.in(mask)) {
                flags.add(flag);
            }
        }
        return flags;
    }
}
