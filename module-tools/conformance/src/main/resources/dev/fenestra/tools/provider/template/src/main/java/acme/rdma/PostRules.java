package acme.rdma;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import org.jspecify.annotations.Nullable;

/** What is wrong with a bind at first sight, before the card sees it. */
final class PostRules {
    private static final long LONGEST_WINDOW = 1L << 31;
    private static final int WINDOW_FLAGS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.ZERO_BASED);

    private PostRules() {}

    /** The rule that a BIND_MW request breaks, or null. */
    static @Nullable AcmeRule type2(UserMw mw, int newKey, long length, int access) {
        if (mw.type() != MwType.TYPE_2) {
            return AcmeRule.P8;
        }
        if (MemoryKey.index(newKey) != MemoryKey.index(mw.rkey())) {
            return AcmeRule.B13;
        }
        return any(length, access);
    }

    /** The rule that {@code ibv_bind_mw} breaks, or null. */
    static @Nullable AcmeRule type1(@Nullable UserMr mr, long length, int access) {
        if (AccessFlag.ZERO_BASED.in(access)) {
            return AcmeRule.P4;
        }
        if (mr != null && AccessFlag.ZERO_BASED.in(mr.access())) {
            return AcmeRule.P6;
        }
        return any(length, access);
    }

    private static @Nullable AcmeRule any(long length, int access) {
        if ((access & ~WINDOW_FLAGS) != 0) {
            return AcmeRule.B2;
        }
        return Long.compareUnsigned(length, LONGEST_WINDOW) > 0 ? AcmeRule.P7 : null;
    }
}
