package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;

/** Changes the bench of a test: before it is built, after it is built, or both. Named by {@link Fenestra#setup}. */
public interface BenchSetup {

    /** Changes how the bench is built: limits, key policy, memory, drivers. */
    default void configure(TestBenchBuilder builder) {}

    /**
     * Changes the bench before the test gets it: installs faults or taps on {@link TestBench#fabric}, watches hosts. What
     * is random in it should follow from {@link TestBench#seed}.
     */
    default void install(TestBench bench) {}
}
