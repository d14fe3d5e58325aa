package dev.fenestra.hw.sim.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How long a test waits for another thread, and a wait that says what it has waited for in vain. */
public final class Patience {
    /** Enough for a slow machine, and less than the time-out of a test. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private Patience() {}

    /**
     * Spins until something is so.
     *
     * @param what completes "waited until", for example "the agent sleeps"
     * @throws AssertionError when it is not so within {@link #LIMIT}, or the thread is interrupted
     */
    public static void until(String what, BooleanSupplier isSo) {
        long start = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while it waited until " + what);
            }
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("waited " + LIMIT.toMillis() + " ms in vain until " + what);
            }
            Thread.onSpinWait();
        }
    }
}
