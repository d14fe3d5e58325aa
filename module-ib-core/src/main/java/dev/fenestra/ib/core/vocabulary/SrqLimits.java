package dev.fenestra.ib.core.vocabulary;

/**
 * A device's limits for shared receive queues.
 *
 * @param maxSrq SRQs alive at once; 0 when it has none
 * @param maxWr receives per SRQ
 * @param maxSge pieces per receive of an SRQ
 */
public record SrqLimits(int maxSrq, int maxWr, int maxSge) {
    /** A device without SRQs. */
    public static final SrqLimits NONE = new SrqLimits(0, 0, 0);
}
