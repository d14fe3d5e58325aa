package dev.fenestra.hw.sim.fabric;

/**
 * Tells a thread that looks at queues again and again whether more threads are busy than there are processors. Then it
 * must sleep between two looks. A thread that yields gives a time slice away and waits until others have used theirs,
 * while one that slept gets the processor as soon as it wakes.
 *
 * <p>A yield that takes long shows that another thread used up a time slice. One such yield may be chance, so it counts
 * for a short time only. When the next one follows soon, it counts for twice as long.
 */
final class Crowd {
    /** The shortest yield that only another thread explains, nanoseconds. */
    static final long PAUSE_NANOS = 100_000;

    /** How long a first long yield counts, nanoseconds. */
    static final long FIRST_NANOS = 20_000_000;

    /** How long a long yield counts at most, nanoseconds. */
    static final long MOST_NANOS = 640_000_000;

    private volatile long until;
    private volatile long counts = FIRST_NANOS;

    /**
     * @param now the time, nanoseconds
     */
    Crowd(long now) {
        until = now - FIRST_NANOS;
    }

    /**
     * Notes a yield.
     *
     * @param before the time when it began, nanoseconds
     * @param now the time when it was over
     */
    void yielded(long before, long now) {
        if (now - before > PAUSE_NANOS) {
            boolean isSoon = now - until < counts;
            counts = isSoon ? Math.min(2 * counts, MOST_NANOS) : FIRST_NANOS;
            until = now + counts;
        }
    }

    /**
     * {@return whether a thread must sleep between two looks}
     *
     * @param now the time, nanoseconds
     */
    boolean is(long now) {
        return until - now > 0;
    }
}
