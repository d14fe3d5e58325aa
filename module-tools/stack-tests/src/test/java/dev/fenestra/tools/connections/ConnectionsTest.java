package dev.fenestra.tools.connections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.CmPair;
import dev.fenestra.tools.bench.PairOptions;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmConnection;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.cm.Connector;
import dev.fenestra.uverbs.cm.Listener;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two hosts connect by RDMA CM, over their QP 1. */
@ExtendWith(NoHang.class)
class ConnectionsTest {
    /** More numbers of QPs than rest before the first of them comes again. */
    private static final int MORE_THAN_REST = 300;

    static final Duration PATIENCE = Duration.ofSeconds(600);
    private static final int SERVICE = 7471;
    private static final byte[] HELLO = {1, 2, 3};
    private static final byte[] WELCOME = {4, 5};

    @AutoClose
    private TestBench bench = TestBench.twoHosts();

    /** A host with what a connection needs. */
    private record End(Context context, ProtectionDomain pd, CompletionQueue cq, MemoryRegion region) {
        static End of(TestBench bench, String name) {
            Context context = bench.host(name).open();
            ProtectionDomain pd = context.allocPd();
            Memory memory = context.allocate(4096);
            memory.fill((byte) name.charAt(0));
            return new End(context, pd, context.createCq(16), pd.regMr(memory, AccessFlag.LOCAL_WRITE));
        }

        QpSpec spec() {
            return QpSpec.rc(cq, cq);
        }

        CmAddress address(int port) {
            return new CmAddress(context.gid(0), port);
        }
    }

    private static CmEvent expect(CmChannel channel, CmEventType type) {
        CmEvent event = channel.awaitEvent(PATIENCE);
        assertEquals(type, event.type(), event::toString);
        return event;
    }

    /** Private data arrive as long as the message has room for them, with zeros behind them. */
    private static void assertBegins(byte[] expected, CmEvent event) {
        byte[] seen = Optional.ofNullable(event.conn()).orElseThrow().privateData();
        assertArrayEquals(expected, Arrays.copyOf(seen, expected.length));
    }

    private static CmId resolved(CmChannel channel, CmAddress to) {
        CmId id = channel.createId(PortSpace.TCP, QpType.RC);
        id.resolveAddress(to, PATIENCE);
        expect(channel, CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        expect(channel, CmEventType.ROUTE_RESOLVED);
        return id;
    }

    @Test
    void shouldConnectStepByStepAndCarryData() {
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        CmChannel server = CmChannel.open(bob.context());
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(bob.address(SERVICE));
        listener.listen(8);
        CmChannel client = CmChannel.open(alice.context());
        CmId out = resolved(client, bob.address(SERVICE));
        QueuePair from = alice.pd().createQp(alice.spec());
        out.bring(from, QpState.INIT);
        out.connect(ConnParam.of(from.number()).withPrivateData(HELLO));

        CmEvent request = expect(server, CmEventType.CONNECT_REQUEST);
        QueuePair to = bob.pd().createQp(bob.spec());
        CmId in = server.id(request);
        in.bring(to, QpState.INIT);
        in.bring(to, QpState.RTR);
        in.bring(to, QpState.RTS);
        to.postRecv(1, bob.region().slice(0, 64));
        in.accept(ConnParam.of(to.number()).withPrivateData(WELCOME));
        CmEvent response = expect(client, CmEventType.CONNECT_RESPONSE);
        out.bring(from, QpState.RTR);
        out.bring(from, QpState.RTS);
        out.confirm();
        expect(server, CmEventType.ESTABLISHED);

        assertBegins(HELLO, request);
        assertBegins(WELCOME, response);
        from.post(Send.of(2, alice.region().slice(0, 5)));
        alice.cq().await(2, PATIENCE).orThrow();
        assertEquals(5, bob.cq().await(1, PATIENCE).orThrow().byteLength());

        out.disconnect();
        expect(server, CmEventType.DISCONNECTED);
        in.disconnect();
        expect(client, CmEventType.DISCONNECTED);
        expect(client, CmEventType.TIMEWAIT_EXIT);
        expect(server, CmEventType.TIMEWAIT_EXIT);
    }

    @Test
    void shouldTellIdsAndProgramsWhenACardFails() {
        QpPair pair = bench.pair(bench.host("alice").open(), bench.host("bob").open(), PairOptions.DEFAULT.withCm());
        Peer alice = pair.one();

        bench.host("alice").failCard();

        for (AsyncEventType expected : new AsyncEventType[] {AsyncEventType.DEVICE_FATAL, AsyncEventType.PORT_ERR}) {
            try (AsyncEvent event = alice.context().awaitAsyncEvent(PATIENCE)) {
                assertEquals(expected, event.type());
            }
        }
        CmPair.End end = alice.cm().orElseThrow();
        expect(end.channel(), CmEventType.DEVICE_REMOVAL);
        VerbsException refusal =
                assertThrows(VerbsException.class, () -> end.id().accept(ConnParam.of(1)));
        assertEquals(CmRule.DEVICE, refusal.rule());
        Completion lost = pair.other().attempt(Send.of(2, pair.other().region().slice(0, 8)));
        assertEquals(WcStatus.RETRY_EXC_ERR, lost.status());
    }

    /** Two threads wait, so the clock is a real one. */
    @Test
    void shouldConnectTheShortWay() throws Exception {
        bench.close();
        bench = TestBench.builder().fabric(Fabric.inRealTime()).build();
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        try (Listener listener = Listener.open(bob.pd(), bob.spec(), bob.address(0), 8)) {
            CompletableFuture<CmConnection> accepted =
                    CompletableFuture.supplyAsync(() -> listener.accept(PATIENCE, WELCOME));
            CmConnection out = new Connector(alice.pd(), alice.spec(), PATIENCE).connect(listener.address(), HELLO);
            CmConnection in = accepted.get(1, TimeUnit.MINUTES);
            assertArrayEquals(HELLO, Arrays.copyOf(in.privateData(), HELLO.length));
            assertArrayEquals(WELCOME, Arrays.copyOf(out.privateData(), WELCOME.length));
            in.qp().postRecv(1, bob.region().slice(0, 64));
            out.qp().post(Send.of(2, alice.region().slice(0, 7)));
            assertEquals(7, bob.cq().await(1, PATIENCE).orThrow().byteLength());
            out.close();
            in.awaitEnd(PATIENCE);
            in.close();
            in.close();
            out.close();
        }
    }

    private CmConnection[] connected(Listener listener, Connector connector) throws Exception {
        CompletableFuture<CmConnection> accepted = CompletableFuture.supplyAsync(() -> listener.accept(PATIENCE));
        CmConnection out = connector.connect(listener.address());
        return new CmConnection[] {out, accepted.get(1, TimeUnit.MINUTES)};
    }

    /** The number of a QP that is gone comes again; the peer keeps it in time-wait no longer. */
    @Test
    void shouldConnectAgainOnceBothEndsHaveDisconnected() throws Exception {
        bench.close();
        bench = TestBench.builder().fabric(Fabric.inRealTime()).build();
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        Connector connector = new Connector(alice.pd(), alice.spec(), PATIENCE);
        try (Listener listener = Listener.open(bob.pd(), bob.spec(), bob.address(0), 8)) {
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < MORE_THAN_REST; i++) {
                CmConnection[] ends = connected(listener, connector);
                assertEquals(QpState.RTS, ends[0].qp().state());
                assertEquals(QpState.RTS, ends[1].qp().state());
                numbers.add(ends[0].qp().number());
                ends[0].close();
                ends[1].awaitEnd(PATIENCE);
                ends[1].close();
            }
            assertTrue(numbers.size() < MORE_THAN_REST, () -> "no number came again: " + numbers);
        }
    }

    @Test
    void shouldKeepTheEndOfAConnectionWhileAnotherIsAccepted() throws Exception {
        bench.close();
        bench = TestBench.builder().fabric(Fabric.inRealTime()).build();
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        Connector connector = new Connector(alice.pd(), alice.spec(), PATIENCE);
        try (Listener listener = Listener.open(bob.pd(), bob.spec(), bob.address(0), 8)) {
            CmConnection[] first = connected(listener, connector);
            first[0].id().disconnect();
            CmConnection[] second = connected(listener, connector);
            CmConnection[] third = connected(listener, connector);
            third[0].id().disconnect();
            second[0].id().disconnect();

            for (CmConnection ended : List.of(second[1], first[1], third[1])) {
                assertDoesNotThrow(() -> ended.awaitEnd(PATIENCE));
            }
        }
    }

    @Test
    void shouldSayThatNobodyListens() {
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        CmChannel.open(bob.context());
        Connector connector = new Connector(alice.pd(), alice.spec(), PATIENCE);

        VerbsException refused = assertThrows(VerbsException.class, () -> connector.connect(bob.address(SERVICE)));

        assertEquals(Errno.ECONNREFUSED, refused.errno());
        assertEquals(VerbsRule.CM_ACCEPTED, refused.rule());
    }

    @Test
    void shouldGiveUpWhenThePeerHasNoConnectionManager() {
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        Connector connector = new Connector(alice.pd(), alice.spec(), Duration.ofMinutes(10));

        VerbsException refused = assertThrows(VerbsException.class, () -> connector.connect(bob.address(SERVICE)));

        assertEquals(Errno.ECONNABORTED, refused.errno());
        assertEquals(VerbsRule.CM_STEP, refused.rule());
    }

    @Test
    void shouldRejectWithPrivateData() {
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        CmChannel server = CmChannel.open(bob.context());
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(bob.address(SERVICE));
        listener.listen(8);
        CmChannel client = CmChannel.open(alice.context());
        CmId out = resolved(client, bob.address(SERVICE));
        QueuePair from = alice.pd().createQp(alice.spec());
        out.bring(from, QpState.INIT);
        out.connect(ConnParam.of(from.number()));
        server.id(expect(server, CmEventType.CONNECT_REQUEST)).reject(WELCOME);

        CmEvent rejected = expect(client, CmEventType.REJECTED);

        assertEquals(28, rejected.status());
        assertBegins(WELCOME, rejected);
    }

    @Test
    void shouldConnectOverALinkThatLosesAThirdOfAllPackets() {
        bench.close();
        bench = TestBench.builder()
                .faults(FaultPlan.of(7, new FaultRates(0.33, 0.1, 0.1, 0.1, 0, 50_000)))
                .build();
        End alice = End.of(bench, "alice");
        End bob = End.of(bench, "bob");
        CmChannel server = CmChannel.open(bob.context());
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(bob.address(SERVICE));
        listener.listen(8);
        CmChannel client = CmChannel.open(alice.context());
        for (int i = 0; i < 10; i++) {
            CmId out = resolved(client, bob.address(SERVICE));
            QueuePair from = alice.pd().createQp(alice.spec());
            out.bring(from, QpState.INIT);
            out.connect(ConnParam.of(from.number()));
            CmEvent request = expect(server, CmEventType.CONNECT_REQUEST);
            QueuePair to = bob.pd().createQp(bob.spec());
            CmId in = server.id(request);
            in.bring(to, QpState.INIT);
            in.bring(to, QpState.RTR);
            in.bring(to, QpState.RTS);
            in.accept(ConnParam.of(to.number()));
            expect(client, CmEventType.CONNECT_RESPONSE);
            out.bring(from, QpState.RTR);
            out.bring(from, QpState.RTS);
            out.confirm();
            expect(server, CmEventType.ESTABLISHED);
            out.close();
            in.close();
        }
        assertEquals(1, server.ids().size());
        assertEquals(0, client.ids().size());
    }
}
