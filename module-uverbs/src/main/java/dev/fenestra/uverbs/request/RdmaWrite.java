package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * Writes into memory of the peer. The peer gets no completion.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote where the data goes; the data give the length
 * @param data the bytes to write, gathered in order
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
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public RdmaWrite fenced() {
        return new RdmaWrite(wrId, flags | SendFlag.FENCE, remote, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public RdmaWrite unsignaled() {
        return new RdmaWrite(wrId, flags & ~SendFlag.SIGNALED, remote, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public RdmaWrite inlined() {
        return new RdmaWrite(wrId, flags | SendFlag.INLINE, remote, data);
    }
}
