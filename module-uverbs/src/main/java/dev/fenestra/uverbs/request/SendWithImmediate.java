package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;

/**
 * Sends data, and 32 bits for the peer's completion.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param immediate 32 bits, delivered as given
 * @param data the bytes to send, gathered in order
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
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public SendWithImmediate fenced() {
        return new SendWithImmediate(wrId, flags | SendFlag.FENCE, immediate, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public SendWithImmediate unsignaled() {
        return new SendWithImmediate(wrId, flags & ~SendFlag.SIGNALED, immediate, data);
    }

    /**
     * Asks for a solicited event at the receiver.
     *
     * @return a copy that is solicited
     */
    public SendWithImmediate solicited() {
        return new SendWithImmediate(wrId, flags | SendFlag.SOLICITED, immediate, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public SendWithImmediate inlined() {
        return new SendWithImmediate(wrId, flags | SendFlag.INLINE, immediate, data);
    }
}
