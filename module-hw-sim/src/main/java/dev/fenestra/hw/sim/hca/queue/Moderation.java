package dev.fenestra.hw.sim.hca.queue;

/** The limits for holding back the events of a completion queue: a number of entries, or a time. */
public final class Moderation {
    /** The time when no event is held back. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Entries; 0 is off. */
    public int maxCount;
    /** Microseconds; 0 is off. */
    public int period;
    /** The latest time of the event that is held back, in nanoseconds of the device's clock; or {@link #NEVER}. */
    public long deadline = NEVER;

    /** Makes moderation that is off. */
    public Moderation() {}

    /**
     * {@return whether the event of a number of entries may be held back for a while}
     *
     * @param entries written since the last event
     */
    public boolean holdsBack(int entries) {
        return maxCount > 0 && period > 0 && entries < maxCount;
    }
}
