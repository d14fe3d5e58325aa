package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Sends data and makes the peer invalidate one of its own keys.
 *
 * @param flags bits of {@link SendFlag}
 * @param rkey R_Key of a window or region of the peer
 * @param data what is sent, gathered in order
 */
public record SendWithInvalidate(long wrId, int flags, int rkey, List<MemorySlice> data) implements WorkRequest {

    public SendWithInvalidate {
        data = List.copyOf(data);
    }

    public static SendWithInvalidate of(long wrId, int rkey, MemorySlice... data) {
        return new SendWithInvalidate(wrId, SendFlag.SIGNALED, rkey, List.of(data));
    }

    /** Waits for earlier READs and atomics of the QP. */
    public SendWithInvalidate fenced() {
        return new SendWithInvalidate(wrId, flags | SendFlag.FENCE, rkey, data);
    }

    /** Completes visibly only when it fails. */
    public SendWithInvalidate unsignaled() {
        return new SendWithInvalidate(wrId, flags & ~SendFlag.SIGNALED, rkey, data);
    }

    /** Asks the receiver for a solicited event. */
    public SendWithInvalidate solicited() {
        return new SendWithInvalidate(wrId, flags | SendFlag.SOLICITED, rkey, data);
    }

    /** Copies the data when posted, so that it need not be registered and may change at once. */
    public SendWithInvalidate inlined() {
        return new SendWithInvalidate(wrId, flags | SendFlag.INLINE, rkey, data);
    }
}
