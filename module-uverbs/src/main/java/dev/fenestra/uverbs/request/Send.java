package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;

/**
 * Sends data to a receive that the peer has posted.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param data the bytes to send, gathered in order
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
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public Send fenced() {
        return new Send(wrId, flags | SendFlag.FENCE, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public Send unsignaled() {
        return new Send(wrId, flags & ~SendFlag.SIGNALED, data);
    }

    /**
     * Asks for a solicited event at the receiver.
     *
     * @return a copy that is solicited
     */
    public Send solicited() {
        return new Send(wrId, flags | SendFlag.SOLICITED, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public Send inlined() {
        return new Send(wrId, flags | SendFlag.INLINE, data);
    }
}
