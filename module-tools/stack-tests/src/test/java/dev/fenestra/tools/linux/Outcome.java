package dev.fenestra.tools.linux;

import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;

/**
 * A completion.
 *
 * @param opcode code of the completion's opcode; without meaning when it failed
 * @param flags bits of {@link WcFlag}
 * @param immediate the immediate value, or the invalidated R_Key
 */
record Outcome(long wr, WcStatus status, int opcode, int length, int flags, int immediate, int qpn) {
    boolean isGood() {
        return status == WcStatus.SUCCESS;
    }

    boolean hasImmediate() {
        return (flags & WcFlag.WITH_IMM) != 0;
    }

    boolean hasInvalidated() {
        return (flags & WcFlag.WITH_INV) != 0;
    }
}
