package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;

/**
 * Adds to 8 bytes of the peer's memory, modulo 2^64, in one step with respect to other atomics. Both sides' numbers are
 * little-endian.
 *
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param add what is added
 * @param landing 8 bytes that take what was there before
 */
public record AtomicFetchAndAdd(long wrId, int flags, RemoteBuffer remote, long add, MemorySlice landing)
        implements WorkRequest {

    public static AtomicFetchAndAdd of(long wrId, RemoteBuffer remote, long add, MemorySlice landing) {
        return new AtomicFetchAndAdd(wrId, SendFlag.SIGNALED, remote, add, landing);
    }

    /** Waits for earlier READs and atomics of the QP. */
    public AtomicFetchAndAdd fenced() {
        return new AtomicFetchAndAdd(wrId, flags | SendFlag.FENCE, remote, add, landing);
    }

    /** Completes visibly only when it fails. */
    public AtomicFetchAndAdd unsignaled() {
        return new AtomicFetchAndAdd(wrId, flags & ~SendFlag.SIGNALED, remote, add, landing);
    }
}
