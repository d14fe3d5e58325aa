package dev.fenestra.tools.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How long a test waits for another thread or program, and a wait that says what it has waited for in vain. */
public final class Patience {
    /** Enough for a slow machine, and less than the time-out of a test. On a virtual clock it passes at once. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private Patience() {}

    /**
     * Spins until something is so.
     *
     * @param what completes "waited until", for example "the agent sleeps"
     * @throws AssertionError when it is not so within {@link #LIMIT}, or the thread is interrupted
     */
    public static void until(String what, BooleanSupplier isSo) {
        until(what, isSo, LIMIT);
    }

    /**
     * Spins until something is so.
     *
     * @param what completes "waited until", for example "the agent sleeps"
     * @throws AssertionError when it is not so within a limit, or the thread is interrupted
     */
    static void until(String what, BooleanSupplier isSo, Duration limit) {
        long start = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while it waited until " + what);
            }
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("waited " + limit.toMillis() + " ms in vain until " + what);
            }
            Thread.onSpinWait();
        }
    }
}
