package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;

/**
 * Adds to 8 bytes of the peer's memory, modulo 2^64. No other atomic comes in between. The numbers are little-endian on
 * both sides.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param add the number to add
 * @param landing 8 bytes that receive the old value
 */
public record AtomicFetchAndAdd(long wrId, int flags, RemoteBuffer remote, long add, MemorySlice landing)
        implements WorkRequest {

    /**
     * {@return an atomic that adds to 8 bytes of the peer, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote the 8 bytes, aligned to 8
     * @param add the number to add
     * @param landing 8 bytes that receive the old value
     */
    public static AtomicFetchAndAdd of(long wrId, RemoteBuffer remote, long add, MemorySlice landing) {
        return new AtomicFetchAndAdd(wrId, SendFlag.SIGNALED, remote, add, landing);
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public AtomicFetchAndAdd fenced() {
        return new AtomicFetchAndAdd(wrId, flags | SendFlag.FENCE, remote, add, landing);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public AtomicFetchAndAdd unsignaled() {
        return new AtomicFetchAndAdd(wrId, flags & ~SendFlag.SIGNALED, remote, add, landing);
    }
}
