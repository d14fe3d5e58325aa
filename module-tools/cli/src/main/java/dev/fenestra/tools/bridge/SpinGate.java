package dev.fenestra.tools.bridge;

import dev.fenestra.hw.sim.fabric.waits.ProcessorLoad;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells threads that wait for a call how long each may look for it before it sleeps. A thread that looks gets a call
 * without being woken, which takes ten to fifty microseconds on a virtual processor. As many threads look as there are
 * processors: those that began last. While more threads are busy than there are processors, none looks.
 */
final class SpinGate {
    /** How long a thread looks, nanoseconds: longer than programs take from one call to the next as they connect. */
    static final long USUAL_NANOS = 200_000;

    private final long nanos;
    private final int most = Runtime.getRuntime().availableProcessors();
    private final AtomicLong begun = new AtomicLong();
    private final ProcessorLoad load = new ProcessorLoad(System.nanoTime());

    /**
     * @param nanos how long a thread looks
     */
    SpinGate(long nanos) {
        this.nanos = nanos;
    }

    /** A look of one thread. */
    final class Look {
        private final long number = begun.incrementAndGet();
        private final long end = System.nanoTime() + nanos;

        /** Lets other threads run. Returns false when the look is over. */
        boolean goOn() {
            long now = System.nanoTime();
            if (begun.get() - number >= most || now - end >= 0 || load.isOvercommitted(now)) {
                return false;
            }
            load.giveWay(now);
            return true;
        }
    }
}
