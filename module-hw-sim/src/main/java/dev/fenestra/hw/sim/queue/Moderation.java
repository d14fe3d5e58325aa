package dev.fenestra.hw.sim.queue;

/**
 * How long the events of a completion queue may be held back: until so many entries have come, or so much time has
 * passed.
 */
public final class Moderation {
    /** The time when no event is held back. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Entries; 0 is off. */
    public int maxCount;
    /** Microseconds; 0 is off. */
    public int period;
    /** When the event that is held back must be told, in nanoseconds of the device's clock, or {@link #NEVER}. */
    public long deadline = NEVER;

    public Moderation() {}

    /** Whether the event of so many entries may be held back for a while. */
    public boolean holdsBack(int entries) {
        return maxCount > 0 && period > 0 && entries < maxCount;
    }
}
