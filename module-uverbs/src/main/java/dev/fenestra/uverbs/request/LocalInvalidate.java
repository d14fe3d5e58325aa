package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;

/**
 * Invalidates a local key: its type-2 window or fast-register region becomes free.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param rkey the present key
 */
public record LocalInvalidate(long wrId, int flags, int rkey) implements WorkRequest {

    /**
     * {@return an invalidate of a key of this host, signaled}
     *
     * @param wrId the number that its completion carries
     * @param rkey of a type-2 window or a fast-register region
     */
    public static LocalInvalidate of(long wrId, int rkey) {
        return new LocalInvalidate(wrId, SendFlag.SIGNALED, rkey);
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public LocalInvalidate fenced() {
        return new LocalInvalidate(wrId, flags | SendFlag.FENCE, rkey);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public LocalInvalidate unsignaled() {
        return new LocalInvalidate(wrId, flags & ~SendFlag.SIGNALED, rkey);
    }
}
