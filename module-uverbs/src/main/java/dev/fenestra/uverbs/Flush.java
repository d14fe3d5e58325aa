package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.SelectivityLevel;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.Set;

/**
 * Makes earlier writes to the peer's memory visible or persistent. Needs a device with the capability, and region and
 * QP with the access flag, of each type that is asked for.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param range what is flushed, at most 2^31 bytes
 * @param types what the writes are made to be
 * @param level whether the range counts, or everything that its key names
 */
public record Flush(long wrId, int flags, RemoteBuffer range, Set<PlacementType> types, SelectivityLevel level)
        implements WorkRequest {

    /** Keeps a copy of the types. */
    public Flush {
        types = Set.copyOf(types);
    }

    /**
     * Flushes a range.
     *
     * @param wrId the number that the completion of the request carries
     * @param range the memory of the peer
     * @param types GLOBAL for visible, PERSISTENT for persistent, or both
     * @return the request, signaled
     */
    public static Flush of(long wrId, RemoteBuffer range, PlacementType... types) {
        return new Flush(wrId, SendFlag.SIGNALED, range, Set.of(types), SelectivityLevel.RANGE);
    }

    /**
     * Flushes everything that the key of a buffer names.
     *
     * @param wrId the number that the completion of the request carries
     * @param buffer the memory of the peer whose key is meant
     * @param types GLOBAL for visible, PERSISTENT for persistent, or both
     * @return the request, signaled
     */
    public static Flush ofAll(long wrId, RemoteBuffer buffer, PlacementType... types) {
        return new Flush(wrId, SendFlag.SIGNALED, buffer, Set.of(types), SelectivityLevel.MR);
    }
}
