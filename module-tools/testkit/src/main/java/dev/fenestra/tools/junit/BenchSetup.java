package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;

/** Changes the bench of a test: before it is built, after it is built, or both. Named by {@link Fenestra#setup}. */
public interface BenchSetup {

    /**
     * Changes how the bench is built: what the link does to packets ({@link TestBenchBuilder#faults}), limits, key
     * policy, memory, drivers.
     *
     * @param builder the builder of the bench
     * @param seed the seed that everything random in the change should follow
     */
    default void configure(TestBenchBuilder builder, long seed) {}

    /**
     * Changes the bench before the test gets it: taps the fabric, watches hosts.
     *
     * @param bench the finished bench
     */
    default void install(TestBench bench) {}
}
