package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Sends data to a receive that the peer has posted.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param data what is sent, gathered in order
 */
public record Send(long wrId, int flags, List<MemorySlice> data) implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public Send {
        data = List.copyOf(data);
    }

    /**
     * {@return a SEND, signaled}
     *
     * @param wrId the number that its completion carries
     * @param data what is sent, in order
     */
    public static Send of(long wrId, MemorySlice... data) {
        return new Send(wrId, SendFlag.SIGNALED, List.of(data));
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public Send fenced() {
        return new Send(wrId, flags | SendFlag.FENCE, data);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public Send unsignaled() {
        return new Send(wrId, flags & ~SendFlag.SIGNALED, data);
    }

    /**
     * Asks the receiver for a solicited event.
     *
     * @return such a request, so changed
     */
    public Send solicited() {
        return new Send(wrId, flags | SendFlag.SOLICITED, data);
    }

    /**
     * Copies the data when posted, so that it need not be registered and may change at once.
     *
     * @return such a request, so changed
     */
    public Send inlined() {
        return new Send(wrId, flags | SendFlag.INLINE, data);
    }
}
