package dev.fenestra.hw.sim.fabric;

/**
 * The clock of a fabric, and what a thread does that waits for it. There are two: time that callers move, and time that
 * moves by itself.
 */
interface Pacer {
    /** The clock, nanoseconds. */
    long now();

    /** Runs what is due; whether there was anything to do. A caller that finds another one driving returns. */
    boolean progress();

    /** Runs what is due; when nothing is, waits for the next deadline, not past the limit. */
    void progressUntil(long limitNanos);

    /** Something was rung for, from whatever thread. */
    void wake();

    /** Threads that sleep wait there from now on. */
    void at(WaitPoint point);
}
