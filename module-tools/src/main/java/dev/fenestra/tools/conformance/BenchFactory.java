package dev.fenestra.tools.conformance;

import dev.fenestra.tools.bench.TestBench;

/** Builds the two hosts "alice" and "bob" with the device and the provider under test: a fresh pair for every case. */
@FunctionalInterface
public interface BenchFactory {
    TestBench build();
}
