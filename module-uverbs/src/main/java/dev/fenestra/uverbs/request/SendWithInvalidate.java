package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;

/**
 * Sends data and makes the peer invalidate one of its own keys.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param rkey R_Key of a window or region of the peer
 * @param data the bytes to send, gathered in order
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
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public SendWithInvalidate fenced() {
        return new SendWithInvalidate(wrId, flags | SendFlag.FENCE, rkey, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public SendWithInvalidate unsignaled() {
        return new SendWithInvalidate(wrId, flags & ~SendFlag.SIGNALED, rkey, data);
    }

    /**
     * Asks for a solicited event at the receiver.
     *
     * @return a copy that is solicited
     */
    public SendWithInvalidate solicited() {
        return new SendWithInvalidate(wrId, flags | SendFlag.SOLICITED, rkey, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public SendWithInvalidate inlined() {
        return new SendWithInvalidate(wrId, flags | SendFlag.INLINE, rkey, data);
    }
}
