package dev.fenestra.tools.paging;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.ConnectOptions;
import java.util.function.UnaryOperator;

/** Alice and bob, connected, with memory under regions of one kind. */
final class PagedPair implements AutoCloseable {
    private final TestBench bench;
    final PagedEnd alice;
    final PagedEnd bob;

    PagedPair(RegionKind kind) {
        this(kind, UnaryOperator.identity(), ConnectOptions.DEFAULT);
    }

    PagedPair(RegionKind kind, UnaryOperator<TestBenchBuilder> options, ConnectOptions connection) {
        bench = options.apply(TestBench.builder()).build();
        alice = new PagedEnd(bench.host("alice"), kind);
        bob = new PagedEnd(bench.host("bob"), kind);
        alice.qp.connect(bob.qp.endpoint(), connection);
        bob.qp.connect(alice.qp.endpoint(), connection);
    }

    Fabric fabric() {
        return bench.fabric();
    }

    void reconnect() {
        bench.reconnectPair(alice.qp, bob.qp);
    }

    @Override
    public void close() {
        bench.close();
    }
}
