package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import org.jspecify.annotations.Nullable;

/**
 * Checks the limit of an SRQ against its capacity, which only the user half of a provider knows. The kernel checks it
 * against the ring.
 */
final class SrqLimitCheck {
    private SrqLimitCheck() {}

    /** The refusal, or null when the limit is allowed. */
    static @Nullable VerbsException refusal(int limit, SrqCapacity room) {
        return limit <= room.maxWr()
                ? null
                : new VerbsException(VerbsRule.SRQ_LIMIT_ROOM, "srq_limit=" + limit + ", max_wr=" + room.maxWr());
    }
}
