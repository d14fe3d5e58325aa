package dev.fenestra.tools.junit;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.tools.junit.BenchAssertions.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fenestra
class FenestraParametersTest {
    private Context opened;

    @BeforeEach
    void takeAlice(Context alice) {
        opened = alice;
    }

    @Test
    void shouldWriteThroughAWindow(Peer alice, Peer bob) {
        alice.memory().put(0, "hello".getBytes());
        RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
        assertArrayEquals("hello".getBytes(), bob.memory().get(0, 5));
    }

    @Test
    @Fenestra(connectByCm = true)
    void shouldConnectPeersByCmWhenTheAnnotationSaysSo(Peer alice, Peer bob) {
        assertTrue(alice.cm().isPresent() && bob.cm().isPresent());
        RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
    }

    @Test
    void shouldCountParametersOfOneTypeUnlessANumberIsGiven(
            TestBench bench, BenchHost alice, BenchHost bob, Context one, @At(0) Context again, Context other) {
        assertSame(bench.host("alice"), alice);
        assertSame(bench.host("bob"), bob);
        assertSame(one, again);
        assertEquals(Gid.ofIpv4(0x0a000002), other.gid(0));
    }

    @Test
    void shouldGiveAWholeTestTheSameContext(Context alice) {
        assertSame(opened, alice);
    }

    @Test
    void shouldGiveThePartsOfBothEndsOfAPair(
            QpPair pair, ProtectionDomain pd, @At(1) ProtectionDomain bobs, @At(1) CompletionQueue cq, QueuePair qp) {
        assertSame(pair.one().pd(), pd);
        assertSame(pair.other().pd(), bobs);
        assertSame(pair.other().cq(), cq);
        assertSame(pair.one().qp(), qp);
        assertEquals(QpState.RTS, qp.state());
    }

    @Test
    void shouldConnectTheSameTwoHostsAgainForAnotherPair(QpPair first, QpPair second, @At(3) Peer bob) {
        assertNotSame(first.one(), second.one());
        assertSame(second.other(), bob);
        assertEquals("bob", bob.host().name());
        assertSame(first.other().context(), bob.context());
    }

    @Test
    @Fenestra(hosts = 3, seed = 42, windows = WindowSupport.TYPES_1_AND_2A)
    void shouldBuildTheBenchOfAMethodAsItSays(TestBench bench, @At(2) QpPair pair) {
        assertEquals(3, bench.hosts().size());
        assertEquals(42, bench.seed());
        assertEquals(
                MemoryWindows.TYPE_1_AND_2A,
                pair.one().context().deviceAttributes().memoryWindows());
        assertEquals("carol", pair.one().host().name());
        assertEquals("alice", pair.other().host().name());
    }

    @Test
    @Fenestra(hosts = 1)
    void shouldConnectALonelyHostToItself(Peer one, Peer other) {
        RemoteBuffer window = other.window(4096, 8, REMOTE_WRITE);
        one.memory().putLong(0, 7);

        one.perform(RdmaWrite.of(1, window, one.region().slice(0, 8)));

        assertEquals(7, other.memory().getLong(4096));
    }

    @Test
    @Fenestra(setup = LosesTheFirstPacket.class)
    void shouldLetTheLinkFailAsASetupPlansIt(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 8, REMOTE_WRITE);
        long before = alice.context().now();

        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 8)));

        assertTrue(alice.context().now() - before > 1_000_000, "it was sent again after a timeout");
    }

    static final class LosesTheFirstPacket implements BenchSetup {
        @Override
        public void configure(TestBenchBuilder builder, long seed) {
            builder.faults(FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096})
    void shouldStandBehindTheArgumentsOfAParameterizedTest(int bytes, Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, bytes, REMOTE_WRITE);
        alice.memory().fill((byte) 7);

        alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, bytes)));

        assertArrayEquals(alice.memory().get(0, bytes), bob.memory().get(0, bytes));
    }

    @Test
    void shouldAssertWhatAHostRefused(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 8, REMOTE_WRITE);
        WorkCompletionException failure = assertThrows(
                WorkCompletionException.class,
                () -> alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 9))));

        assertEquals("A7", assertRefused(bob, "A7").ruleId());
        assertTrue(
                failure.getMessage().startsWith("REM_ACCESS_ERR [A7] bob refused: the range reaches beyond the window"),
                failure.getMessage());
        AssertionError missing = assertThrows(AssertionError.class, () -> assertRefused(bob, "A5"));
        assertTrue(missing.getMessage().startsWith("bob has not refused by A5, but\n  [A7]"), missing.getMessage());
        assertEquals(
                "alice has not refused by A7, and nothing else",
                assertThrows(AssertionError.class, () -> assertRefused(alice, "A7"))
                        .getMessage());
    }

    @Nested
    class Inside {
        private final Context alice;

        Inside(Context alice) {
            this.alice = alice;
        }

        @Test
        void shouldShareTheTestsBench(Context same) {
            assertSame(alice, same);
            assertSame(opened, same);
        }
    }
}
