package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.RemoteBuffer;

/**
 * Writes 8 bytes of the peer's memory at once: no reader sees a part of them. The device needs the capability
 * ATOMIC_WRITE, and region and QP need REMOTE_WRITE.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param value the number to write, little-endian
 */
public record AtomicWrite(long wrId, int flags, RemoteBuffer remote, long value) implements WorkRequest {

    /**
     * {@return a write of 8 bytes at once, signaled}
     *
     * @param wrId the number that its completion carries
     * @param remote the 8 bytes, aligned to 8
     * @param value their new value
     */
    public static AtomicWrite of(long wrId, RemoteBuffer remote, long value) {
        return new AtomicWrite(wrId, SendFlag.SIGNALED, remote, value);
    }
}
