package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;

/**
 * Replaces 8 bytes of the peer's memory if they equal the expected value. No other atomic comes in between. The numbers
 * are little-endian on both sides.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param compare the expected value
 * @param swap the new value
 * @param landing 8 bytes that receive the old value, whether or not it was replaced
 */
public record AtomicCompareAndSwap(
        long wrId, int flags, RemoteBuffer remote, long compare, long swap, MemorySlice landing)
        implements WorkRequest {

    /**
     * {@return an atomic that replaces 8 bytes of the peer if they equal the expected value, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote the 8 bytes, aligned to 8
     * @param compare the value that is expected
     * @param swap the new value
     * @param landing 8 bytes that receive the old value
     */
    public static AtomicCompareAndSwap of(
            long wrId, RemoteBuffer remote, long compare, long swap, MemorySlice landing) {
        return new AtomicCompareAndSwap(wrId, SendFlag.SIGNALED, remote, compare, swap, landing);
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public AtomicCompareAndSwap fenced() {
        return new AtomicCompareAndSwap(wrId, flags | SendFlag.FENCE, remote, compare, swap, landing);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public AtomicCompareAndSwap unsignaled() {
        return new AtomicCompareAndSwap(wrId, flags & ~SendFlag.SIGNALED, remote, compare, swap, landing);
    }
}
