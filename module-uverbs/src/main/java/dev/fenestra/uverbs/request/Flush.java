package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.SelectivityLevel;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.Set;

/**
 * Makes earlier writes to the peer's memory visible or persistent. For each type, the device needs the capability, and
 * region and QP need the access flag.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param range the bytes to flush; a post throws IllegalArgumentException for a range of more than 2^31
 * @param types visible, persistent or both
 * @param level RANGE for the range, MR for all memory of its key
 */
public record Flush(long wrId, int flags, RemoteBuffer range, Set<PlacementType> types, SelectivityLevel level)
        implements WorkRequest {
    private static final long LONGEST = 1L << 31;

    /** Keeps a copy of the types. */
    public Flush {
        types = Set.copyOf(types);
    }

    /** The length as a request carries it. The level MR ignores it. */
    int requestLength() {
        long length = range.length();
        if (level == SelectivityLevel.RANGE && Long.compareUnsigned(length, LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a FLUSH has at most 2 GiB, not " + Long.toUnsignedString(length) + " bytes");
        }
        return (int) length;
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
     * @param buffer memory of the peer; only its key counts
     * @param types GLOBAL for visible, PERSISTENT for persistent, or both
     * @return the request, signaled
     */
    public static Flush ofAll(long wrId, RemoteBuffer buffer, PlacementType... types) {
        return new Flush(wrId, SendFlag.SIGNALED, buffer, Set.of(types), SelectivityLevel.MR);
    }
}
