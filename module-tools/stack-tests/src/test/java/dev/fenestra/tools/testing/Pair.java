package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.function.UnaryOperator;

/**
 * Alice and bob with one connected QP each. Alice's region is full of 0xaa, bob's of 0xbb, unless the test chooses the
 * kind of the regions: then no page of them has been touched.
 */
public final class Pair implements AutoCloseable {
    private final TestBench bench;
    private final Side alice;
    private final Side bob;

    public Pair() {
        this(TestBench.twoHosts());
    }

    /**
     * @param bench with these two hosts; closed with the pair
     */
    public Pair(TestBench bench) {
        this.bench = bench;
        alice = new Side(bench.host("alice"));
        bob = new Side(bench.host("bob"));
        alice.memory().fill((byte) 0xaa);
        bob.memory().fill((byte) 0xbb);
        bench.connectPair(alice.qp(), bob.qp());
    }

    public Pair(RegionKind kind) {
        this(kind, UnaryOperator.identity(), ConnectOptions.DEFAULT);
    }

    /**
     * @param options what is special about the hosts
     */
    public Pair(RegionKind kind, UnaryOperator<TestBenchBuilder> options, ConnectOptions connection) {
        bench = options.apply(TestBench.builder()).build();
        alice = new Side(bench.host("alice"), kind);
        bob = new Side(bench.host("bob"), kind);
        alice.qp().connect(bob.qp().endpoint(), connection);
        bob.qp().connect(alice.qp().endpoint(), connection);
    }

    public TestBench bench() {
        return bench;
    }

    public Side alice() {
        return alice;
    }

    public Side bob() {
        return bob;
    }

    public void reconnect() {
        bench.reconnectPair(alice.qp(), bob.qp());
    }

    /** Alice tries an access that bob's HCA must refuse: status, QP states, log and memory of both are asserted. */
    public void assertRefused(HcaRule rule, RemoteBuffer target, WorkRequest access) {
        byte[] aliceBefore = alice.bytes();
        byte[] bobBefore = bob.bytes();
        long refusals = bob.host().kernel().refusals().total();

        Completion outcome = alice.attempt(access);

        assertEquals(WcStatus.REM_ACCESS_ERR, outcome.status(), "status at alice");
        Refusal refusal = bob.host().kernel().refusals().refusals().getLast();
        assertAll(
                () -> assertEquals(QpState.ERR, alice.qp().state(), "alice's QP"),
                () -> assertEquals(QpState.ERR, bob.qp().state(), "bob's QP"),
                () -> assertEquals(refusals + 1, bob.host().kernel().refusals().total(), "bob's refusals"),
                () -> assertEquals(rule.id(), refusal.ruleId(), refusal.toString()),
                () -> assertEquals(true, refusal.values().contains(MemoryKey.text(target.rkey())), refusal.toString()),
                () -> assertArrayEquals(bobBefore, bob.bytes(), "bob's memory"),
                () -> assertArrayEquals(aliceBefore, alice.bytes(), "alice's memory"));
    }

    @Override
    public void close() {
        bench.close();
    }
}
