package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Reads memory of the peer.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote what is read; how much is said by the data
 * @param data where it is put, scattered in order
 */
public record RdmaRead(long wrId, int flags, RemoteBuffer remote, List<MemorySlice> data) implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public RdmaRead {
        data = List.copyOf(data);
    }

    /**
     * {@return an RDMA READ, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote what is read, at the peer
     * @param data where it arrives, in order
     */
    public static RdmaRead of(long wrId, RemoteBuffer remote, MemorySlice... data) {
        return new RdmaRead(wrId, SendFlag.SIGNALED, remote, List.of(data));
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public RdmaRead fenced() {
        return new RdmaRead(wrId, flags | SendFlag.FENCE, remote, data);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public RdmaRead unsignaled() {
        return new RdmaRead(wrId, flags & ~SendFlag.SIGNALED, remote, data);
    }
}
