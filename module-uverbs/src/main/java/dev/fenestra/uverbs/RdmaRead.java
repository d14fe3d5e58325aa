package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;

/**
 * Reads memory of the peer.
 *
 * @param flags bits of {@link SendFlag}
 * @param remote what is read; how much is said by the data
 * @param data where it is put, scattered in order
 */
public record RdmaRead(long wrId, int flags, RemoteBuffer remote, List<MemorySlice> data) implements WorkRequest {

    public RdmaRead {
        data = List.copyOf(data);
    }

    public static RdmaRead of(long wrId, RemoteBuffer remote, MemorySlice... data) {
        return new RdmaRead(wrId, SendFlag.SIGNALED, remote, List.of(data));
    }

    /** Waits for earlier READs and atomics of the QP. */
    public RdmaRead fenced() {
        return new RdmaRead(wrId, flags | SendFlag.FENCE, remote, data);
    }

    /** Completes visibly only when it fails. */
    public RdmaRead unsignaled() {
        return new RdmaRead(wrId, flags & ~SendFlag.SIGNALED, remote, data);
    }
}
