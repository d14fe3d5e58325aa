package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.vendor.slate.abi.SlateRule;
import org.jspecify.annotations.Nullable;

/** What a bind is refused for before the card sees it. All else the card checks when its turn comes. */
final class BindChecks {
    private static final long LONGEST_WINDOW = 1L << 31;
    private static final int WINDOW_FLAGS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.FLUSH_GLOBAL,
            AccessFlag.FLUSH_PERSISTENT,
            AccessFlag.ZERO_BASED);

    private BindChecks() {}

    /** The rule that a BIND_MW request breaks, or null. */
    static @Nullable SlateRule type2(@Nullable UserMw mw, @Nullable UserMr mr, int newKey, long length, int access) {
        if (mw == null || mr == null || mw.type() != MwType.TYPE_2) {
            return SlateRule.P8;
        }
        if (MemoryKey.index(newKey) != MemoryKey.index(mw.rkey())) {
            return SlateRule.B13;
        }
        return common(length, access);
    }

    /** The rule that a bind of the old kind breaks, or null. */
    static @Nullable SlateRule type1(@Nullable UserMr mr, long length, int access) {
        if (AccessFlag.ZERO_BASED.in(access)) {
            return SlateRule.P4;
        }
        if (mr != null && AccessFlag.ZERO_BASED.in(mr.access())) {
            return SlateRule.P6;
        }
        return common(length, access);
    }

    private static @Nullable SlateRule common(long length, int access) {
        if ((access & ~WINDOW_FLAGS) != 0) {
            return SlateRule.B2;
        }
        return Long.compareUnsigned(length, LONGEST_WINDOW) > 0 ? SlateRule.P7 : null;
    }
}
