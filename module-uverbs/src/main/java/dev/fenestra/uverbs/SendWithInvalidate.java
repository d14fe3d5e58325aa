package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Sends data and makes the peer invalidate one of its own keys.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param rkey R_Key of a window or region of the peer
 * @param data what is sent, gathered in order
 */
public record SendWithInvalidate(long wrId, int flags, int rkey, List<MemorySlice> data) implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public SendWithInvalidate {
        data = List.copyOf(data);
    }

    /**
     * {@return a SEND that invalidates a key of the peer, signaled}
     *
     * @param wrId the number that its completion carries
     * @param rkey the R_Key that the peer invalidates when it takes the message
     * @param data what is sent, in order
     */
    public static SendWithInvalidate of(long wrId, int rkey, MemorySlice... data) {
        return new SendWithInvalidate(wrId, SendFlag.SIGNALED, rkey, List.of(data));
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public SendWithInvalidate fenced() {
        return new SendWithInvalidate(wrId, flags | SendFlag.FENCE, rkey, data);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public SendWithInvalidate unsignaled() {
        return new SendWithInvalidate(wrId, flags & ~SendFlag.SIGNALED, rkey, data);
    }

    /**
     * Asks the receiver for a solicited event.
     *
     * @return such a request, so changed
     */
    public SendWithInvalidate solicited() {
        return new SendWithInvalidate(wrId, flags | SendFlag.SOLICITED, rkey, data);
    }

    /**
     * Copies the data when posted, so that it need not be registered and may change at once.
     *
     * @return such a request, so changed
     */
    public SendWithInvalidate inlined() {
        return new SendWithInvalidate(wrId, flags | SendFlag.INLINE, rkey, data);
    }
}
