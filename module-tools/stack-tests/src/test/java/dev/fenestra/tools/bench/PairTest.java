package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Connected pairs as a test wants them, what their objects say of each other, and the time of a bench. */
class PairTest {

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();

    private static RdmaWrite write(Peer from, RemoteBuffer to) {
        return RdmaWrite.of(1, to, from.region().slice(0, 8));
    }

    private static RemoteBuffer region(Peer peer) {
        return new RemoteBuffer(peer.region().address(), 8, peer.region().rkey());
    }

    @Test
    void shouldRefuseAWriteToTheRegionOfAPairWithDefaultOptions() {
        try (QpPair pair = bench.pair(alice, bob)) {
            Completion completion = pair.one().attempt(write(pair.one(), region(pair.other())));
            assertEquals(WcStatus.REM_ACCESS_ERR, completion.status());
        }
    }

    @Test
    void shouldGrantAWriteWhereTheOptionsGiveTheRegionTheRight() {
        PairOptions options = PairOptions.DEFAULT
                .withAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                .withCqEntries(2);
        try (QpPair pair = bench.pair(alice, bob, options)) {
            pair.one().memory().putLong(0, 7);
            pair.one().perform(write(pair.one(), region(pair.other())));
            assertEquals(7, pair.other().memory().getLong(0));
        }
    }

    @Test
    void shouldConnectBothQpsWithTheseOptions() {
        PairOptions options = PairOptions.DEFAULT
                .withQp(cq -> QpSpec.uc(cq, cq).maxSend(3))
                .withConnect(ConnectOptions.DEFAULT.withMtu(Mtu.MTU_512));
        try (QpPair pair = bench.pair(alice, bob, options)) {
            for (Peer peer : new Peer[] {pair.one(), pair.other()}) {
                assertEquals(QpType.UC, peer.qp().type());
                assertEquals(Mtu.MTU_512, peer.qp().query().pathMtu());
            }
            pair.reconnect();
            assertEquals(Mtu.MTU_512, pair.one().qp().query().pathMtu());
        }
    }

    @Test
    void shouldConnectByCmWhenItIsAskedTo() {
        try (QpPair pair = bench.pair(alice, bob, PairOptions.DEFAULT.withCm())) {
            RemoteBuffer window = pair.other().window(0, 8, AccessFlag.REMOTE_WRITE);
            pair.one().perform(write(pair.one(), window));
            assertTrue(pair.one().cm().isPresent() && pair.other().cm().isPresent());

            pair.other().cm().orElseThrow().id().disconnect();
            CmEvent event = pair.one().cm().orElseThrow().channel().awaitEvent(Duration.ofSeconds(1));
            assertEquals(CmEventType.DISCONNECTED, event.type());

            pair.reconnect();
            pair.one().perform(write(pair.one(), window));
        }
        assertTrue(bench.hosts().stream()
                .allMatch(host -> host.kernel().resources().size() == 1));
    }

    @Test
    void shouldTellThePdAndTheQueuesOfAQp() {
        try (QpPair pair = bench.pair(alice, bob)) {
            Peer peer = pair.one();
            var receiveCq = alice.createCq(4);
            SharedReceiveQueue srq = peer.pd().createSrq(SrqSpec.of(4));
            QueuePair qp = peer.pd().createQp(QpSpec.rc(peer.cq(), receiveCq).srq(srq));

            assertSame(peer.pd(), qp.pd());
            assertSame(peer.cq(), qp.sendCq());
            assertSame(receiveCq, qp.recvCq());
            assertEquals(Optional.of(srq), qp.srq());
            assertEquals(Optional.empty(), peer.qp().srq());
            AddressHandle ah = peer.pd().createAh(AhAttributes.to(bob.gid(0)));
            assertSame(peer.pd(), ah.pd());
            List.of(ah, qp, srq, receiveCq).forEach(VerbsObject::close);
        }
    }

    @Test
    void shouldConnectTwoProcessesOfOneHost() {
        Context other = bench.host("alice").openIn("other");
        assertEquals("other", other.process().name());
        assertNotSame(alice.process(), other.process());
        assertSame(other.process(), bench.host("alice").openIn("other").process());
        try (QpPair pair = bench.pair(alice, other)) {
            RemoteBuffer window = pair.other().window(0, 8, AccessFlag.REMOTE_WRITE);
            assertInstanceOf(Completion.Done.class, pair.one().attempt(write(pair.one(), window)));
        }
    }

    @Test
    void shouldLetTimePassOnTheClockOfTheBench() {
        long before = alice.now();
        bench.run(Duration.ofMillis(3));
        assertEquals(before + 3_000_000, alice.now());
        assertEquals(alice.now(), bob.now());

        bob.run(Duration.ofMillis(2));
        assertEquals(before + 5_000_000, alice.now());
    }

    @Test
    void shouldCarryOutWhatWasPostedWhileTimePasses() {
        try (QpPair pair = bench.pair(
                alice, bob, PairOptions.DEFAULT.withAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE))) {
            pair.one().memory().putLong(0, 0x0102030405060708L);
            pair.one().qp().post(write(pair.one(), region(pair.other())));
            alice.progress();
            bench.run(Duration.ofMillis(1));
            assertEquals(0x0102030405060708L, pair.other().memory().getLong(0));
            assertTrue(pair.one().await(1) instanceof Completion.Done);
        }
    }
}
