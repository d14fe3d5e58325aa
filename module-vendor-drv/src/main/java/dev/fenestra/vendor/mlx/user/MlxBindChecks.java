package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.jspecify.annotations.Nullable;

/** Checks P4 to P9, and the rules of binding whose facts a WQE does not carry to the device. */
final class MlxBindChecks {
    private static final long LONGEST_WINDOW = 1L << 31;
    private static final int WINDOW_FLAGS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.ZERO_BASED);

    private MlxBindChecks() {}

    /** The rule that a BIND_MW request breaks before its WQE is begun, or null. */
    static @Nullable MlxRule type2(boolean bindsWindows, UserMw mw, int newKey, int access) {
        if (!bindsWindows) {
            return MlxRule.P9;
        }
        if (mw.type() != MwType.TYPE_2) {
            return MlxRule.P8;
        }
        if (MemoryKey.index(newKey) != MemoryKey.index(mw.rkey())) {
            return MlxRule.B13;
        }
        return access(access);
    }

    /** The rule that a type-1 bind breaks before its WQE is begun, or null. */
    static @Nullable MlxRule type1(boolean bindsWindows, @Nullable UserMr mr, int access) {
        if (!bindsWindows) {
            return MlxRule.P9;
        }
        if (AccessFlag.ZERO_BASED.in(access)) {
            return MlxRule.P4;
        }
        if (mr != null && mr.type() != MrType.MR && mr.type() != MrType.FAST_REG) {
            return MlxRule.P5;
        }
        if (mr != null && AccessFlag.ZERO_BASED.in(mr.access())) {
            return MlxRule.P6;
        }
        return access(access);
    }

    private static @Nullable MlxRule access(int access) {
        return (access & ~WINDOW_FLAGS) != 0 ? MlxRule.B2 : null;
    }

    /** P7, which mlx5 checks after the WQE is begun. */
    static boolean isTooLong(long length) {
        return Long.compareUnsigned(length, LONGEST_WINDOW) > 0;
    }
}
