package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.common.CardRule;
import org.jspecify.annotations.Nullable;

/** What a bind is refused for before the card sees it. All else the card checks when its turn comes. */
final class BindChecks {
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
    static @Nullable CardRule type2(@Nullable UserMw mw, @Nullable UserMr mr, int newKey, int access, QpType qp) {
        if (mw == null || mr == null || mw.type() != MwType.TYPE_2) {
            return CardRule.P8;
        }
        if (MemoryKey.index(newKey) != MemoryKey.index(mw.rkey())) {
            return CardRule.B13;
        }
        return rights(access, qp);
    }

    /** The rule that a bind of the old kind breaks, or null. */
    static @Nullable CardRule type1(@Nullable UserMr mr, int access, QpType qp) {
        if (AccessFlag.ZERO_BASED.in(access)) {
            return CardRule.P4;
        }
        if (mr != null && AccessFlag.ZERO_BASED.in(mr.access())) {
            return CardRule.P6;
        }
        return rights(access, qp);
    }

    private static @Nullable CardRule rights(int access, QpType qp) {
        if (qp == QpType.UD) {
            return CardRule.P9;
        }
        return (access & ~WINDOW_FLAGS) == 0 ? null : CardRule.B2;
    }
}
