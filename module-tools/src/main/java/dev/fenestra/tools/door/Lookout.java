package dev.fenestra.tools.door;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells threads that wait for a call how long each may look for it before it sleeps. A thread that looks gets a call
 * without being woken, which takes ten to fifty microseconds on a virtual processor. As many threads look as there are
 * processors: those that began last.
 */
final class Lookout {
    /** How long a thread looks, nanoseconds: longer than programs take from one call to the next as they connect. */
    private static final long NANOS = 200_000;

    private final int most = Runtime.getRuntime().availableProcessors();
    private final AtomicLong begun = new AtomicLong();

    /** A look of one thread. */
    final class Look {
        private final long number = begun.incrementAndGet();
        private final long end = System.nanoTime() + NANOS;

        /** Lets other threads run. Returns false when the look is over. */
        boolean goOn() {
            if (begun.get() - number >= most || System.nanoTime() - end >= 0) {
                return false;
            }
            Thread.yield();
            return true;
        }
    }
}
