package dev.fenestra.hw.sim.fabric.waits;

/**
 * The place where an idle thread waits for packets from outside. One thread at a time waits; any thread may wake it.
 */
public interface WaitPoint {

    /**
     * Waits until a packet has come, {@link #wake} is called or was called since the last wait, or the time is over. It
     * may return early.
     *
     * @param nanos of real time, above 0
     */
    void await(long nanos);

    /**
     * Ends the wait of another thread, or the next one.
     *
     * @param sleeper the thread that waits, or is about to
     */
    void wake(Thread sleeper);
}
