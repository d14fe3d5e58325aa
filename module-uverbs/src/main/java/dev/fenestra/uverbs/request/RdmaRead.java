package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * Reads memory of the peer.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the bytes to read; the data give the length
 * @param data where they go, scattered in order
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
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public RdmaRead fenced() {
        return new RdmaRead(wrId, flags | SendFlag.FENCE, remote, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public RdmaRead unsignaled() {
        return new RdmaRead(wrId, flags & ~SendFlag.SIGNALED, remote, data);
    }
}
