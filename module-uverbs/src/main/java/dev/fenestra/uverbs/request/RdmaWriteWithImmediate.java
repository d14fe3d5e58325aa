package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/**
 * Writes into memory of the peer and completes one of its receives with 32 bits.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote where the data goes; the data give the length
 * @param immediate 32 bits, delivered as given
 * @param data the bytes to write, gathered in order
 */
public record RdmaWriteWithImmediate(long wrId, int flags, RemoteBuffer remote, int immediate, List<MemorySlice> data)
        implements WorkRequest {

    /** Keeps a copy of the list of pieces. */
    public RdmaWriteWithImmediate {
        data = List.copyOf(data);
    }

    /**
     * {@return an RDMA WRITE with immediate data, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote where the data go, at the peer
     * @param immediate 32 bits for the receiver's completion
     * @param data what is written, in order
     */
    public static RdmaWriteWithImmediate of(long wrId, RemoteBuffer remote, int immediate, MemorySlice... data) {
        return new RdmaWriteWithImmediate(wrId, SendFlag.SIGNALED, remote, immediate, List.of(data));
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public RdmaWriteWithImmediate fenced() {
        return new RdmaWriteWithImmediate(wrId, flags | SendFlag.FENCE, remote, immediate, data);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public RdmaWriteWithImmediate unsignaled() {
        return new RdmaWriteWithImmediate(wrId, flags & ~SendFlag.SIGNALED, remote, immediate, data);
    }

    /**
     * Asks for a solicited event at the receiver.
     *
     * @return a copy that is solicited
     */
    public RdmaWriteWithImmediate solicited() {
        return new RdmaWriteWithImmediate(wrId, flags | SendFlag.SOLICITED, remote, immediate, data);
    }

    /**
     * Copies the data when the request is posted. The data need not be registered, and the program may change them at
     * once.
     *
     * @return a copy that is inline
     */
    public RdmaWriteWithImmediate inlined() {
        return new RdmaWriteWithImmediate(wrId, flags | SendFlag.INLINE, remote, immediate, data);
    }
}
