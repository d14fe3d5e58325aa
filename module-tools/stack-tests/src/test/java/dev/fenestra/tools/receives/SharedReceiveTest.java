package dev.fenestra.tools.receives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SharedReceiveTest {
    private static final int QPS = 4;

    @AutoClose
    private final Sharing sharing = new Sharing(QPS, SrqSpec.of(31));

    private void post(long wrId, int slot) {
        sharing.srq.post(wrId, sharing.slot(slot, 4096));
    }

    /** What bob has been told since, but for connections that are used for the first time. */
    private List<AsyncEventType> events() {
        List<AsyncEventType> types = new ArrayList<>();
        for (Optional<AsyncEvent> event = sharing.bob.pollAsyncEvent();
                event.isPresent();
                event = sharing.bob.pollAsyncEvent()) {
            types.add(event.get().type());
            event.get().ack();
        }
        types.remove(AsyncEventType.COMM_EST);
        return types;
    }

    @Test
    void shouldServeTheQpThatNeedsAReceiveFirst() {
        for (int i = 0; i < QPS; i++) {
            post(100 + i, i);
        }

        for (int i = 0; i < QPS; i++) {
            int qp = QPS - 1 - i;
            sharing.sends(qp, i, 1000 + i);

            Completion.Done done = sharing.received(100 + i).orThrow();
            assertEquals(sharing.receivers[qp].number(), done.qpNumber());
            assertEquals(1000 + i, done.byteLength());
            assertArrayEquals(sharing.source.get(0, 1000 + i), sharing.target.get(i * 4096L, 1000 + i));
        }
    }

    @Test
    void shouldUseEveryWqeManyTimesInAnyOrder() {
        Random random = new Random(7);
        int outstanding = 0;
        for (int round = 0; round < 500; round++) {
            while (outstanding < 31) {
                post(round * 100L + outstanding++, random.nextInt(16));
            }
            for (int burst = 1 + random.nextInt(31); burst > 0; burst--) {
                sharing.sends(random.nextInt(QPS), -1, random.nextInt(4097));
                sharing.bobCq.await(Duration.ofSeconds(1)).orThrow();
                outstanding--;
            }
        }
    }

    @Test
    void shouldRefuseAReceiveMoreThanThereIsRoomFor() {
        for (int i = 0; i < sharing.srq.capacity().maxWr(); i++) {
            post(i, 0);
        }

        PostException full = assertThrows(PostException.class, () -> post(99, 0));
        assertEquals(Errno.ENOMEM, full.errno());
        assertEquals("MLX-6", full.rule().id());

        sharing.sends(0, 1, 8);
        sharing.received(0).orThrow();
        post(99, 0);
    }

    @Test
    void shouldRefuseMorePiecesThanTheQueueWasMadeFor() {
        int pieces = sharing.srq.capacity().maxSge();
        var slices = new MemorySlice[pieces + 1];
        Arrays.fill(slices, sharing.slot(0, 1));

        PostException refused = assertThrows(PostException.class, () -> sharing.srq.post(1, slices));

        assertEquals(Errno.EINVAL, refused.errno());
        sharing.srq.post(1, Arrays.copyOf(slices, pieces));
    }

    @Test
    void shouldScatterOverPiecesAndSkipEmptyOnes() {
        sharing.srq.post(5, sharing.slot(0, 10), sharing.slot(1, 0), sharing.slot(2, 90), sharing.slot(3, 5000));

        sharing.sends(1, 1, 4100);

        assertEquals(4100, sharing.received(5).orThrow().byteLength());
        assertArrayEquals(sharing.source.get(0, 10), sharing.target.get(0, 10));
        assertArrayEquals(sharing.source.get(10, 90), sharing.target.get(2 * 4096, 90));
        assertArrayEquals(sharing.source.get(100, 4000), sharing.target.get(3 * 4096, 4000));
        assertArrayEquals(new byte[4096], sharing.target.get(4096, 4096));
    }

    @Test
    void shouldAskTheSenderToWaitUntilAReceiveIsPosted() {
        sharing.senders[0].post(Send.of(1, sharing.from.slice(0, 100)));
        for (int i = 0; i < 5; i++) {
            sharing.aliceCq.poll(new Completions(1));
        }
        post(50, 0);

        sharing.aliceCq.await(1, Duration.ofSeconds(1)).orThrow();
        assertEquals(100, sharing.received(50).orThrow().byteLength());
        assertTrue(sharing.bench.host("bob").hca().counters().rnrNaksSent > 0);
    }

    @Test
    void shouldRefuseReceivesPostedToTheQpItself() {
        PostException refused =
                assertThrows(PostException.class, () -> sharing.receivers[0].postRecv(1, sharing.slot(0, 64)));

        assertEquals(Errno.ENOMEM, refused.errno());
        assertEquals(0, sharing.receivers[0].capacity().maxRecvWr());
    }

    @Test
    void shouldBlameTheQpAndNotTheSrqForABadLKey() {
        MemoryRegion readOnly = sharing.bobPd.regMr(sharing.target, AccessFlag.REMOTE_READ);
        sharing.srq.post(1, readOnly.slice(0, 64));
        post(2, 1);

        assertEquals(WcStatus.REM_OP_ERR, sharing.send(0, 1, 64).status());

        Completion failed = sharing.received(1);
        assertEquals(WcStatus.LOC_PROT_ERR, failed.status());
        assertEquals(sharing.receivers[0].number(), failed.qpNumber());
        assertEquals(QpState.ERR, sharing.receivers[0].state());
        assertEquals(QpState.RTS, sharing.receivers[1].state());
        sharing.sends(1, 2, 64);
        assertEquals(64, sharing.received(2).orThrow().byteLength());
    }

    @Test
    void shouldBlameTheQpForAMessageThatIsTooLong() {
        sharing.srq.post(1, sharing.slot(0, 63));
        post(2, 1);

        assertEquals(WcStatus.REM_INV_REQ_ERR, sharing.send(2, 1, 64).status());

        assertEquals(WcStatus.LOC_LEN_ERR, sharing.received(1).status());
        assertEquals(QpState.ERR, sharing.receivers[2].state());
        sharing.sends(3, 2, 64);
        sharing.received(2).orThrow();
    }

    /** A receive's keys belong to the SRQ's PD, whatever the QP's. */
    @Test
    void shouldCheckKeysByThePdOfTheSrq() {
        ProtectionDomain other = sharing.bob.allocPd();
        QueuePair sender = sharing.alicePd.createQp(QpSpec.rc(sharing.aliceCq, sharing.aliceCq));
        QueuePair receiver =
                other.createQp(QpSpec.rc(sharing.bobCq, sharing.bobCq).srq(sharing.srq));
        sharing.bench.connectPair(sender, receiver);
        post(1, 0);
        sender.post(Send.of(1, sharing.from.slice(0, 64)));
        assertEquals(64, sharing.received(1).orThrow().byteLength());

        MemoryRegion ofQp = other.regMr(sharing.target, AccessFlag.LOCAL_WRITE);
        sharing.srq.post(2, ofQp.slice(0, 64));
        sender.post(Send.of(2, sharing.from.slice(0, 64)));

        assertEquals(WcStatus.LOC_PROT_ERR, sharing.received(2).status());
        String why = sharing.bench
                .host("bob")
                .kernel()
                .refusals()
                .refusals()
                .getLast()
                .toString();
        assertTrue(why.contains("L4"), why);
    }

    @Test
    void shouldLeaveReceivesAloneWhenAQpFails() {
        post(1, 0);
        post(2, 1);

        sharing.receivers[0].modify(QpAttributes.to(QpState.ERR));
        sharing.sends(1, 1, 8);

        assertEquals(
                sharing.receivers[1].number(), sharing.received(1).orThrow().qpNumber());
        assertEquals(0, sharing.bobCq.poll(new Completions(4)));
        assertEquals(List.of(AsyncEventType.QP_LAST_WQE_REACHED), events());
    }

    @Test
    void shouldTellOnceThatReceivesRunShort() {
        sharing.srq.limit(3);
        for (int i = 0; i < 5; i++) {
            post(i, i);
        }
        assertEquals(3, sharing.srq.query().limit());

        sharing.sends(0, 10, 8);
        sharing.sends(1, 11, 8);
        assertEquals(List.of(), events());
        sharing.sends(2, 12, 8);
        assertEquals(List.of(AsyncEventType.SRQ_LIMIT_REACHED), events());
        sharing.sends(3, 13, 8);
        assertEquals(List.of(), events());
        assertEquals(0, sharing.srq.query().limit());

        sharing.srq.limit(5);
        sharing.sends(0, 14, 8);
        assertEquals(List.of(AsyncEventType.SRQ_LIMIT_REACHED), events());
    }

    @Test
    void shouldRefuseALimitBeyondTheRoomAndAnotherSize() {
        int room = sharing.srq.query().capacity().maxWr();
        sharing.srq.limit(room);

        VerbsException tooHigh = assertThrows(VerbsException.class, () -> sharing.srq.limit(room + 1));
        VerbsException negative = assertThrows(VerbsException.class, () -> sharing.srq.limit(-1));
        VerbsException resized = assertThrows(VerbsException.class, () -> sharing.srq.resize(2 * room));

        assertEquals(Errno.EINVAL, tooHigh.errno());
        assertEquals(VerbsRule.SRQ_LIMIT_ROOM, tooHigh.rule());
        assertEquals("SRQ-3", negative.rule().id());
        assertEquals(Errno.EINVAL, resized.errno());
        assertEquals("MLX-24", resized.rule().id());
        assertEquals(room, sharing.srq.query().limit());
    }

    @Test
    void shouldStayUntilItsQpsAreGone() {
        VerbsException held = assertThrows(VerbsException.class, sharing.srq::close);
        assertEquals(Errno.EBUSY, held.errno());
        assertTrue(held.values().contains("QP " + sharing.receivers[3].handle()), held.values());
        post(1, 0);
        sharing.sends(0, 1, 8);
        sharing.received(1).orThrow();

        for (QueuePair qp : sharing.receivers) {
            qp.close();
        }
        sharing.srq.close();
    }

    @Test
    void shouldForgetReceivesOfADestroyedQpThatWereNotPolled() {
        for (int i = 0; i < 31; i++) {
            post(i, 0);
        }
        for (int i = 0; i < 31; i++) {
            sharing.sends(0, i, 8);
        }
        sharing.receivers[0].close();

        for (int i = 0; i < 31; i++) {
            post(100 + i, 0);
        }
        sharing.sends(1, 1, 8);
        assertEquals(100, sharing.bobCq.await(Duration.ofSeconds(1)).wrId());
    }

    @Test
    void shouldTakeReceivesOfWritesWithImmediateToo() {
        MemoryRegion open = sharing.bobPd.regMr(sharing.target, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        sharing.srq.post(9);

        sharing.senders[1].post(
                RdmaWriteWithImmediate.of(1, open.remote().slice(0, 300), 77, sharing.from.slice(0, 300)));

        Completion.Done done = sharing.received(9).orThrow();
        assertEquals(77, done.immediate().orElseThrow());
        assertArrayEquals(sharing.source.get(0, 300), sharing.target.get(0, 300));
    }

    @Test
    void shouldRefuseAnSrqOfAnotherContext() {
        try (var other = sharing.bench.host("bob").open();
                var pd = other.allocPd();
                SharedReceiveQueue foreign = pd.createSrq(SrqSpec.of(1))) {
            VerbsException refused = assertThrows(
                    VerbsException.class,
                    () -> sharing.bobPd.createQp(
                            QpSpec.rc(sharing.bobCq, sharing.bobCq).srq(foreign)));
            assertEquals("CTX-1", refused.rule().id());
        }
    }
}
