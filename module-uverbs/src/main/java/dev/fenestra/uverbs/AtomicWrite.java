package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;

/**
 * Writes 8 bytes of the peer's memory that nobody sees half-written. Needs a device with the capability ATOMIC_WRITE,
 * and region and QP with REMOTE_WRITE.
 *
 * @param flags bits of {@link SendFlag}
 * @param remote the 8 bytes, at a multiple of 8
 * @param value what is written, little-endian
 */
public record AtomicWrite(long wrId, int flags, RemoteBuffer remote, long value) implements WorkRequest {

    public static AtomicWrite of(long wrId, RemoteBuffer remote, long value) {
        return new AtomicWrite(wrId, SendFlag.SIGNALED, remote, value);
    }
}
