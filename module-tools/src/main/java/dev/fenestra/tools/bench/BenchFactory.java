package dev.fenestra.tools.bench;

/** Builds the two hosts "alice" and "bob" with the device and the provider under test: fresh ones with every call. */
@FunctionalInterface
public interface BenchFactory {
    /**
     * Builds them.
     *
     * @param seed decides everything that is random on them
     */
    TestBench build(long seed);

    /** The same as a Java expression, for a program that is printed. */
    default String expression(long seed) {
        return "TestBench.builder().seed(" + seed + "L).build()";
    }
}
