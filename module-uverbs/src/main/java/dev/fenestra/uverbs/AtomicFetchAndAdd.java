package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;

/**
 * Adds to 8 bytes of the peer's memory, modulo 2^64, in one step with respect to other atomics. Both sides' numbers are
 * little-endian.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param add what is added
 * @param landing 8 bytes that take what was there before
 */
public record AtomicFetchAndAdd(long wrId, int flags, RemoteBuffer remote, long add, MemorySlice landing)
        implements WorkRequest {

    /**
     * {@return an atomic that adds to 8 bytes of the peer, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote the 8 bytes, aligned to 8
     * @param add the number to add
     * @param landing 8 bytes that take the old value
     */
    public static AtomicFetchAndAdd of(long wrId, RemoteBuffer remote, long add, MemorySlice landing) {
        return new AtomicFetchAndAdd(wrId, SendFlag.SIGNALED, remote, add, landing);
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public AtomicFetchAndAdd fenced() {
        return new AtomicFetchAndAdd(wrId, flags | SendFlag.FENCE, remote, add, landing);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public AtomicFetchAndAdd unsignaled() {
        return new AtomicFetchAndAdd(wrId, flags & ~SendFlag.SIGNALED, remote, add, landing);
    }
}
