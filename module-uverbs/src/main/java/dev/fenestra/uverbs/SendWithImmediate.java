package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Sends data and 32 bits that the peer finds in its completion.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param immediate 32 bits, delivered as given
 * @param data what is sent, gathered in order
 */
public record SendWithImmediate(long wrId, int flags, int immediate, List<MemorySlice> data) implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public SendWithImmediate {
        data = List.copyOf(data);
    }

    /**
     * {@return a SEND with immediate data, signaled}
     *
     * @param wrId the number that its completion carries
     * @param immediate 32 bits for the receiver's completion
     * @param data what is sent, in order
     */
    public static SendWithImmediate of(long wrId, int immediate, MemorySlice... data) {
        return new SendWithImmediate(wrId, SendFlag.SIGNALED, immediate, List.of(data));
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public SendWithImmediate fenced() {
        return new SendWithImmediate(wrId, flags | SendFlag.FENCE, immediate, data);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public SendWithImmediate unsignaled() {
        return new SendWithImmediate(wrId, flags & ~SendFlag.SIGNALED, immediate, data);
    }

    /**
     * Asks the receiver for a solicited event.
     *
     * @return such a request, so changed
     */
    public SendWithImmediate solicited() {
        return new SendWithImmediate(wrId, flags | SendFlag.SOLICITED, immediate, data);
    }

    /**
     * Copies the data when posted, so that it need not be registered and may change at once.
     *
     * @return such a request, so changed
     */
    public SendWithImmediate inlined() {
        return new SendWithImmediate(wrId, flags | SendFlag.INLINE, immediate, data);
    }
}
