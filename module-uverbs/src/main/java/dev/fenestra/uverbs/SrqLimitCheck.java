package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * The limit of an SRQ against its room, which only the user half of a provider knows. The kernel judges it against the
 * ring.
 */
final class SrqLimitCheck {
    private SrqLimitCheck() {}

    /** What there is to refuse; null for nothing. */
    static @Nullable VerbsException refusal(int limit, SrqCapacity room) {
        return limit <= room.maxWr()
                ? null
                : new VerbsException(
                        Errno.EINVAL, VerbsRule.SRQ_LIMIT_ROOM, "srq_limit=" + limit + ", max_wr=" + room.maxWr());
    }
}
