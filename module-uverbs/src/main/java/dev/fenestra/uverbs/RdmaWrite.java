package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Writes into memory of the peer, which is not told.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote where the data goes; how much is said by the data
 * @param data what is written, gathered in order
 */
public record RdmaWrite(long wrId, int flags, RemoteBuffer remote, List<MemorySlice> data) implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public RdmaWrite {
        data = List.copyOf(data);
    }

    /**
     * {@return an RDMA WRITE, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote where the data go, at the peer
     * @param data what is written, in order
     */
    public static RdmaWrite of(long wrId, RemoteBuffer remote, MemorySlice... data) {
        return new RdmaWrite(wrId, SendFlag.SIGNALED, remote, List.of(data));
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public RdmaWrite fenced() {
        return new RdmaWrite(wrId, flags | SendFlag.FENCE, remote, data);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public RdmaWrite unsignaled() {
        return new RdmaWrite(wrId, flags & ~SendFlag.SIGNALED, remote, data);
    }

    /**
     * Copies the data when posted, so that it need not be registered and may change at once.
     *
     * @return such a request, so changed
     */
    public RdmaWrite inlined() {
        return new RdmaWrite(wrId, flags | SendFlag.INLINE, remote, data);
    }
}
