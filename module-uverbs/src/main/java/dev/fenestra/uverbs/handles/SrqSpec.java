package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * The attributes of a shared receive queue. Begin with {@link #of}, then change the defaults.
 *
 * @param maxWr receives outstanding
 * @param maxSge pieces per receive, default 4
 * @param limit one event comes when fewer receives are left, default 0 for none
 */
public record SrqSpec(int maxWr, int maxSge, int limit) {
    private static final int DEFAULT_SGE = 4;

    /**
     * {@return a queue for so many receives}
     *
     * @param maxWr receives that it must have room for, 1 to the device's maximum
     */
    public static SrqSpec of(int maxWr) {
        return new SrqSpec(maxWr, DEFAULT_SGE, 0);
    }

    /**
     * {@return such an SRQ whose receives may have so many pieces}
     *
     * @param pieces 1 to the device's {@code max_srq_sge}; more is EINVAL at creation
     */
    public SrqSpec maxSge(int pieces) {
        return new SrqSpec(maxWr, pieces, limit);
    }

    /**
     * {@return such an SRQ with this limit}
     *
     * @param receives SRQ_LIMIT_REACHED comes when fewer are left; 0 for no limit
     */
    public SrqSpec limit(int receives) {
        return new SrqSpec(maxWr, maxSge, receives);
    }

    SrqCapacity capacity() {
        return new SrqCapacity(maxWr, maxSge);
    }
}
