package dev.fenestra.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoHang.class)
class AsyncEventTest {
    private static final QpAttributes TO_INIT =
            QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0);

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();

    /** What bob's process reads now, acknowledged. */
    private List<AsyncEventType> bobs() {
        List<AsyncEventType> types = new ArrayList<>();
        Optional<AsyncEvent> event = bob.context().pollAsyncEvent();
        while (event.isPresent()) {
            types.add(event.get().type());
            event.get().ack();
            event = bob.context().pollAsyncEvent();
        }
        return types;
    }

    @Test
    @Settles(36)
    void shouldTellTheResponderWhyAnAccessWasRefused() {
        RemoteBuffer target = bob.region().slice(16, 8).remote();

        alice.attempt(RdmaWrite.of(1, target, alice.region().slice(0, 8)));

        try (AsyncEvent event = bob.context().awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(AsyncEventType.QP_ACCESS_ERR, event.type());
            assertEquals(Optional.of(bob.qp()), event.qp());
            assertEquals("R4", event.cause().orElseThrow().ruleId());
            String values = event.cause().orElseThrow().values();
            assertTrue(values.contains(MemoryKey.text(target.rkey())), values);
            assertTrue(values.contains(String.format("address=0x%x length=8", target.address())), values);
        }
        assertEquals(Optional.empty(), alice.context().pollAsyncEvent(), "the peer is told nothing");
    }

    @Test
    void shouldTellOfARefusedReadToo() {
        RemoteBuffer source = bob.region().slice(0, 8).remote();

        alice.attempt(RdmaRead.of(1, source, alice.region().slice(0, 8)));

        assertEquals(List.of(AsyncEventType.QP_ACCESS_ERR), bobs());
    }

    @Test
    @Settles(36)
    void shouldTellThatCommunicationIsEstablishedOnce() {
        QueuePair from = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
        QueuePair to = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()));
        from.connect(to.endpoint());
        to.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));
        to.modify(readyToReceive(from.endpoint()));
        to.postRecv(1, bob.region().slice(0, 8));
        to.postRecv(2, bob.region().slice(0, 8));

        for (int wrId = 3; wrId <= 4; wrId++) {
            from.post(Send.of(wrId, alice.region().slice(0, 8)));
            alice.await(wrId).orThrow();
        }

        try (AsyncEvent event = bob.context().awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(AsyncEventType.COMM_EST, event.type());
            assertEquals(Optional.of(to), event.qp());
        }
        assertEquals(List.of(), bobs());
    }

    private static QpAttributes readyToReceive(QpEndpoint peer) {
        return QpAttributes.to(QpState.RTR)
                .path(peer.gid(), 0)
                .pathMtu(ConnectOptions.DEFAULT.mtu())
                .destinationQpn(peer.qpNumber())
                .rqPsn(peer.psn())
                .maxDestRdAtomic(1)
                .minRnrTimer(1);
    }

    @Test
    void shouldTellNothingOfCommunicationWhenTheQpMaySendAlready() {
        bob.qp().postRecv(1, bob.region().slice(0, 8));

        alice.perform(Send.of(2, alice.region().slice(0, 8)));

        assertEquals(List.of(), bobs());
    }

    @Test
    @Settles(36)
    void shouldTellOfAnInvalidRequestThatNoReceiveTells() {
        ConnectOptions noReads = ConnectOptions.DEFAULT.withRdAtomic(0);
        QueuePair from = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
        QueuePair to = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()));
        from.connect(to.endpoint());
        to.connect(from.endpoint(), noReads);

        from.post(
                RdmaRead.of(1, bob.region().slice(0, 8).remote(), alice.region().slice(0, 8)));
        assertEquals(WcStatus.REM_INV_REQ_ERR, alice.await(1).status());

        try (AsyncEvent event = bob.context().awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(AsyncEventType.QP_REQ_ERR, event.type());
            assertEquals("T4", event.cause().orElseThrow().ruleId());
        }
    }

    @Test
    void shouldTellNothingOfAnInvalidRequestThatAReceiveTells() {
        bob.qp().postRecv(1, bob.region().slice(0, 4));

        alice.attempt(Send.of(2, alice.region().slice(0, 8)));

        assertEquals(WcStatus.LOC_LEN_ERR, bob.await(1).status());
        assertEquals(List.of(), bobs());
    }

    @Test
    void shouldEndAnOverrunCqAndItsQps() {
        CompletionQueue small = bob.context().createCq(1);
        QueuePair from = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()));
        QueuePair to = bob.pd().createQp(QpSpec.rc(bob.cq(), small));
        QueuePair idle = bob.pd().createQp(QpSpec.rc(small, bob.cq()));
        QueuePair begun = bob.pd().createQp(QpSpec.rc(small, bob.cq()));
        QueuePair fresh = bob.pd().createQp(QpSpec.rc(small, bob.cq()));
        QueuePair other = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()));
        begun.modify(TO_INIT);
        from.connect(to.endpoint());
        to.connect(from.endpoint());
        idle.connect(from.endpoint());
        other.connect(from.endpoint());
        for (int wrId = 1; wrId <= 4; wrId++) {
            to.postRecv(wrId, bob.region().slice(0, 8));
            from.post(Send.of(wrId, alice.region().slice(0, 8)));
        }

        try (AsyncEvent event = bob.context().awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(AsyncEventType.CQ_ERR, event.type());
            assertEquals(Optional.of(small), event.cq());
        }
        assertEquals(List.of(AsyncEventType.QP_FATAL, AsyncEventType.QP_FATAL, AsyncEventType.QP_FATAL), bobs());
        assertEquals(QpState.ERR, to.state());
        assertEquals(QpState.ERR, idle.state());
        assertEquals(QpState.RTS, other.state());
        assertEquals(QpState.RESET, fresh.state());
        assertEquals(QpState.ERR, begun.state());
        assertEquals(
                Errno.EINVAL,
                assertThrows(VerbsException.class, () -> begun.modify(TO_INIT)).errno());
    }

    @Test
    void shouldForgetTheEventsOfAnObjectThatIsDestroyed() {
        alice.attempt(RdmaWrite.of(
                1, bob.region().slice(0, 8).remote(), alice.region().slice(0, 8)));

        bob.qp().close();

        assertEquals(List.of(), bobs());
    }
}
