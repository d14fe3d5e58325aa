package dev.fenestra.tools.bench;

/** Builds the two hosts "alice" and "bob" with the device and the provider under test: fresh ones with every call. */
@FunctionalInterface
public interface BenchFactory {
    /**
     * Builds the hosts.
     *
     * @param seed the seed of everything random on them
     * @return the bench, which the caller closes
     */
    TestBench build(long seed);

    /**
     * The call as a Java expression, for a program that is printed.
     *
     * @param seed the seed of everything random on the hosts
     * @return the expression
     */
    default String expression(long seed) {
        return "TestBench.builder().seed(" + seed + "L).build()";
    }
}
