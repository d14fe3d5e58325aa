package dev.fenestra.benchmarks;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Time of what is measured and of what it is held against, which take turns: the machine is as fast for one as for the
 * other.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Compared {
    public long turns;
    public long nanos;
    public long limitNanos;

    /** Runs both, the limit first. */
    void run(Runnable limit, Runnable measured) {
        run(limit, measured, 1);
    }

    /**
     * Runs both, the limit first and once; what is measured is run as often as is said, so that it is warm, and counts
     * once.
     */
    void run(Runnable limit, Runnable measured, int times) {
        long start = System.nanoTime();
        limit.run();
        long between = System.nanoTime();
        for (int i = 0; i < times; i++) {
            measured.run();
        }
        nanos += (System.nanoTime() - between) / times;
        limitNanos += between - start;
        turns++;
    }
}
