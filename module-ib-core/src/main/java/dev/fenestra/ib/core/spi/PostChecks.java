package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.MwType;
import org.jspecify.annotations.Nullable;

/** Checks P1 to P3 of {@code ibv_bind_mw}, before any provider gets the bind (verbs.h). */
public final class PostChecks {
    private PostChecks() {}

    /**
     * {@return the rule that a type-1 bind breaks, or null when the provider may see it}
     *
     * @param mw what the bind names
     * @param mr what the bind names, or null to unbind
     * @param address as requests name the first byte
     * @param length bytes
     */
    public static @Nullable SpiRule bindMw(UserMw mw, @Nullable UserMr mr, long address, long length) {
        if (mw.type() != MwType.TYPE_1) {
            return SpiRule.P1;
        }
        if (mr == null) {
            return address != 0 || length != 0 ? SpiRule.P2 : null;
        }
        return mw.pd() != mr.pd() ? SpiRule.P3 : null;
    }
}
