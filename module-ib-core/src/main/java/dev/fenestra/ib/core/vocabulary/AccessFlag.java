package dev.fenestra.ib.core.vocabulary;

import java.util.EnumSet;
import java.util.Set;

/**
 * Rights of a region, a window or a QP; values as in verbs.h {@code ibv_access_flags}. Local reading is always allowed.
 */
public enum AccessFlag {
    /** The owner may write: needed for receives, READs and the old values of atomics. */
    LOCAL_WRITE(0x1),
    /** Peers may write. A region with it needs LOCAL_WRITE as well. */
    REMOTE_WRITE(0x2),
    /** Peers may read. */
    REMOTE_READ(0x4),
    /** Peers may do atomics. A region with it needs LOCAL_WRITE as well. */
    REMOTE_ATOMIC(0x8),
    /** Windows may be bound to the region. */
    MW_BIND(0x10),
    /** Addresses count from the first byte of the region or window, which is 0. */
    ZERO_BASED(0x20),
    /** Pages are not pinned: the device asks for them when it needs them. */
    ON_DEMAND(0x40),
    /** On-demand regions: the range lies in huge pages. */
    HUGETLB(0x80),
    /** Peers may make their writes visible to all by FLUSH. */
    FLUSH_GLOBAL(0x100),
    /** Peers may make their writes persistent by FLUSH. */
    FLUSH_PERSISTENT(0x200),
    /** The device may order its accesses to the region as it likes. */
    RELAXED_ORDERING(0x100000);

    /** Bits 20..29: flags a device may ignore; an unknown one among them is dropped, never refused (verbs.h). */
    public static final int OPTIONAL_RANGE = 0x3ff00000;

    private final int bit;

    AccessFlag(int bit) {
        this.bit = bit;
    }

    /** {@return the bit of verbs.h that stands for this right} */
    public int bit() {
        return bit;
    }

    /**
     * {@return whether a mask has the bit of this right}
     *
     * @param mask bits of verbs.h
     */
    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param flags what the mask is to have
     */
    public static int mask(AccessFlag... flags) {
        int mask = 0;
        for (AccessFlag flag : flags) {
            mask |= flag.bit;
        }
        return mask;
    }

    /**
     * {@return the flags of a mask; bits without a name are left out}
     *
     * @param mask bits of verbs.h
     */
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
