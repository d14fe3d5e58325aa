package dev.fenestra.hw.sim.fabric.waits;

/**
 * Tells a thread that looks for work again and again whether more threads are busy than there are processors. Then it
 * must sleep between two looks. A thread that yields gives a time slice away and waits until others have used theirs,
 * while one that slept gets the processor as soon as it wakes.
 *
 * <p>A yield that takes long shows that another thread used up a time slice. A quarter of the time may be lost in that
 * way, which is chance. More of it means that there are more busy threads than processors, for a while. When the next
 * long yield follows soon after that, the while is twice as long.
 *
 * <p>Any thread may tell of its yields. Of two that do so at once, one may be lost.
 */
public final class ProcessorLoad {
    /** The shortest yield that only another thread explains, nanoseconds. */
    static final long LONG_NANOS = 500_000;

    /** What may be lost in long yields that follow soon on each other, nanoseconds. */
    static final long MOST_LOST = 24_000_000;

    /** The part of the time that may always be lost, as a shift. */
    static final int FORGIVEN_SHIFT = 2;

    /** How long the processors count as overcommitted at first, nanoseconds. */
    static final long FIRST_NANOS = 20_000_000;

    /** How long they count as overcommitted at most, nanoseconds. */
    static final long MOST_NANOS = 640_000_000;

    private volatile long until;
    private volatile long counts;
    /** In long yields, not forgiven yet. */
    private volatile long lost;
    /** When the last long yield was over. */
    private volatile long noted;

    /**
     * Processors that are not overcommitted.
     *
     * @param now the time, nanoseconds
     */
    public ProcessorLoad(long now) {
        until = now;
        noted = now;
    }

    /**
     * Yields the processor, and notes how long that took.
     *
     * @param now the time, nanoseconds
     */
    public void giveWay(long now) {
        Thread.yield();
        yielded(now, System.nanoTime());
    }

    /**
     * Notes a yield.
     *
     * @param before the time when it began, nanoseconds
     * @param now the time when it was over
     */
    void yielded(long before, long now) {
        if (now - before > LONG_NANOS) {
            lost = Math.max(0, lost - (now - noted >> FORGIVEN_SHIFT)) + now - before;
            noted = now;
            boolean isSoon = now - until < counts;
            if (isSoon || lost > MOST_LOST) {
                counts = isSoon ? Math.min(2 * counts, MOST_NANOS) : FIRST_NANOS;
                until = now + counts;
                lost = 0;
            }
        }
    }

    /**
     * {@return whether more threads are busy than there are processors, so a thread must sleep between two looks}
     *
     * @param now the time, nanoseconds
     */
    public boolean isOvercommitted(long now) {
        return until - now > 0;
    }
}
