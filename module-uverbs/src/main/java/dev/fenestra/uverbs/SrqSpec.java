package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * What a shared receive queue is to be like. Begin with {@link #of}, then say what differs from the defaults.
 *
 * @param maxWr receives outstanding
 * @param maxSge pieces per receive, default 4
 * @param limit an event tells once when fewer receives are left, default 0 for none
 */
public record SrqSpec(int maxWr, int maxSge, int limit) {
    private static final int DEFAULT_SGE = 4;

    /** Room for so many receives. */
    public static SrqSpec of(int maxWr) {
        return new SrqSpec(maxWr, DEFAULT_SGE, 0);
    }

    public SrqSpec maxSge(int pieces) {
        return new SrqSpec(maxWr, pieces, limit);
    }

    public SrqSpec limit(int receives) {
        return new SrqSpec(maxWr, maxSge, receives);
    }

    SrqCapacity capacity() {
        return new SrqCapacity(maxWr, maxSge);
    }
}
