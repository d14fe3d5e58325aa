package dev.fenestra.tools.receives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.PairOptions;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.Receive;
import dev.fenestra.uverbs.request.Send;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Several receives in one post. */
class ReceiveListTest {
    private static final int PIECE = 64;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private QpPair pair(PairOptions options) {
        return bench.pair(bench.host("alice").open(), bench.host("bob").open(), options);
    }

    private static PairOptions room(int receives) {
        return PairOptions.DEFAULT.withQp(cq -> QpSpec.rc(cq, cq).maxRecv(receives));
    }

    private static Receive receive(Peer peer, int slot) {
        return Receive.of(slot, peer.region().slice((long) slot * PIECE, PIECE));
    }

    private static Receive[] receives(Peer peer, int count) {
        return IntStream.range(0, count).mapToObj(slot -> receive(peer, slot)).toArray(Receive[]::new);
    }

    private static void send(Peer peer, int bytes) {
        peer.perform(Send.of(1, peer.region().slice(0, bytes)));
    }

    private static Receive ofPieces(Peer peer, int pieces) {
        MemorySlice piece = peer.region().slice(0, 1);
        return new Receive(1, Collections.nCopies(pieces, piece));
    }

    @Test
    void shouldTakeThemInTheOrderOfTheList() {
        QpPair pair = pair(room(8));
        pair.other().qp().postRecv(receives(pair.other(), 3));

        for (int i = 0; i < 3; i++) {
            send(pair.one(), 10 + i);
            Completion.Done done = pair.other().cq().await(Patience.LIMIT).orThrow();
            assertEquals(i, done.wrId());
            assertEquals(10 + i, done.byteLength());
        }
    }

    @Test
    void shouldNameTheFirstThatIsRefusedAndKeepThoseBeforeIt() {
        QpPair pair = pair(room(4));
        QueuePair receiver = pair.other().qp();
        int room = receiver.capacity().maxRecvWr();

        var refusal = assertThrows(PostException.class, () -> receiver.postRecv(receives(pair.other(), room + 2)));

        assertEquals(Errno.ENOMEM, refusal.errno());
        assertEquals(room, refusal.badIndex());
        for (int i = 0; i < room; i++) {
            send(pair.one(), 1);
            assertEquals(i, pair.other().cq().await(Patience.LIMIT).wrId());
        }
    }

    @Test
    void shouldFlushAllOfThemWithTheQp() {
        QpPair pair = pair(room(8));
        pair.other().qp().postRecv(receives(pair.other(), 3));

        pair.other().qp().modify(QpAttributes.to(QpState.ERR));

        List<WcStatus> statuses = IntStream.range(0, 3)
                .mapToObj(slot -> pair.other().cq().await(slot, Patience.LIMIT).status())
                .toList();
        assertEquals(Collections.nCopies(3, WcStatus.WR_FLUSH_ERR), statuses);
    }

    @Test
    void shouldGoToASharedQueueAsWell() {
        QpPair pair = pair(PairOptions.DEFAULT);
        SharedReceiveQueue shared = pair.other().pd().createSrq(SrqSpec.of(4));
        int room = shared.capacity().maxWr();

        var refusal = assertThrows(PostException.class, () -> shared.post(receives(pair.other(), room + 1)));

        assertEquals(room, refusal.badIndex());
        assertEquals(Errno.ENOMEM, refusal.errno());
    }

    @Test
    void shouldHaveItsOwnCountOfPiecesBesideThatOfSends() {
        QpPair pair = pair(
                PairOptions.DEFAULT.withQp(cq -> QpSpec.rc(cq, cq).maxSendSge(1).maxRecvSge(4)));
        Peer peer = pair.other();
        QpCapacity capacity = peer.qp().capacity();

        peer.qp().postRecv(ofPieces(peer, capacity.maxRecvSge()));

        int tooMany = capacity.maxSendSge() + 1;
        MemorySlice[] pieces =
                Collections.nCopies(tooMany, peer.region().slice(0, 1)).toArray(MemorySlice[]::new);
        assertThrows(PostException.class, () -> peer.qp().post(Send.of(1, pieces)));
        assertThrows(PostException.class, () -> peer.qp().postRecv(ofPieces(peer, capacity.maxRecvSge() + 1)));
    }
}
