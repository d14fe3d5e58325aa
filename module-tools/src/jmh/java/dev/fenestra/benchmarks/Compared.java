package dev.fenestra.benchmarks;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Time of what is measured and of what it is held against, which take turns: the machine is as fast for one as for the other. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Compared {
    public long turns;
    public long nanos;
    public long limitNanos;

    /** Runs both, the limit first. */
    void run(Runnable limit, Runnable measured) {
        long start = System.nanoTime();
        limit.run();
        long between = System.nanoTime();
        measured.run();
        nanos += System.nanoTime() - between;
        limitNanos += between - start;
        turns++;
    }
}
