package dev.fenestra.benchmarks;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;

/** Two hosts in this process and a connected pair of QPs, driven by whoever polls. */
final class Line implements AutoCloseable {
    private static final long HOST_MEMORY = 6L << 30;

    final TestBench bench;
    final Side one;
    final Side other;

    Line(TestBenchBuilder builder, long bytes) {
        bench = builder.hostConfig(host -> host.withMemory(HOST_MEMORY)).build();
        one = new Side(bench.host("alice"), bytes);
        other = new Side(bench.host("bob"), bytes);
        bench.connectPair(one.qp, other.qp);
    }

    /** On a direct link. */
    static Line direct(long bytes) {
        return new Line(TestBench.builder(), bytes);
    }

    @Override
    public void close() {
        bench.close();
    }
}
