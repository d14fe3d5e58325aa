package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import org.jspecify.annotations.Nullable;

/** Checks P1 to P3, made before any provider sees {@code ibv_bind_mw} (verbs.h). */
public final class PostChecks {
    private PostChecks() {}

    /** The rule that a type-1 bind breaks, or null when the provider may see it. */
    public static @Nullable SpiRule bindMw(UserMw mw, @Nullable UserMr mr, long address, long length) {
        if (mw.type() != MwType.TYPE_1) {
            return SpiRule.P1;
        }
        if (mr == null) {
            return address != 0 || length != 0 ? SpiRule.P2 : null;
        }
        return mw.pd() != mr.pd() ? SpiRule.P3 : null;
    }

    /** What a broken rule returns from the call. */
    public static Errno errno(SpiRule rule) {
        return rule == SpiRule.P3 ? Errno.EPERM : Errno.EINVAL;
    }
}
