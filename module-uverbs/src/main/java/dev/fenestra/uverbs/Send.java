package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Sends data to a receive that the peer has posted.
 *
 * @param flags bits of {@link SendFlag}
 * @param data what is sent, gathered in order
 */
public record Send(long wrId, int flags, List<MemorySlice> data) implements WorkRequest {

    public Send {
        data = List.copyOf(data);
    }

    public static Send of(long wrId, MemorySlice... data) {
        return new Send(wrId, SendFlag.SIGNALED, List.of(data));
    }

    /** Waits for earlier READs and atomics of the QP. */
    public Send fenced() {
        return new Send(wrId, flags | SendFlag.FENCE, data);
    }

    /** Completes visibly only when it fails. */
    public Send unsignaled() {
        return new Send(wrId, flags & ~SendFlag.SIGNALED, data);
    }

    /** Asks the receiver for a solicited event. */
    public Send solicited() {
        return new Send(wrId, flags | SendFlag.SOLICITED, data);
    }

    /** Copies the data when posted, so that it need not be registered and may change at once. */
    public Send inlined() {
        return new Send(wrId, flags | SendFlag.INLINE, data);
    }
}
