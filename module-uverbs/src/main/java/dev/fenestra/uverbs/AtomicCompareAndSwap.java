package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;

/**
 * Replaces 8 bytes of the peer's memory if they are what is expected, in one step with respect to other atomics. Both
 * sides' numbers are little-endian.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param compare what is expected there
 * @param swap what replaces it
 * @param landing 8 bytes that take what was there before, in any case
 */
public record AtomicCompareAndSwap(
        long wrId, int flags, RemoteBuffer remote, long compare, long swap, MemorySlice landing)
        implements WorkRequest {

    /**
     * {@return an atomic that replaces 8 bytes of the peer if they are what is expected, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote the 8 bytes, aligned to 8
     * @param compare the value that is expected
     * @param swap the new value
     * @param landing 8 bytes that take the old value
     */
    public static AtomicCompareAndSwap of(
            long wrId, RemoteBuffer remote, long compare, long swap, MemorySlice landing) {
        return new AtomicCompareAndSwap(wrId, SendFlag.SIGNALED, remote, compare, swap, landing);
    }

    /**
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public AtomicCompareAndSwap fenced() {
        return new AtomicCompareAndSwap(wrId, flags | SendFlag.FENCE, remote, compare, swap, landing);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public AtomicCompareAndSwap unsignaled() {
        return new AtomicCompareAndSwap(wrId, flags & ~SendFlag.SIGNALED, remote, compare, swap, landing);
    }
}
