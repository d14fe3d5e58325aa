package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A QP in SQE, in ERR and after RESET. */
class QpLifeTest extends QpLife {
    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"UC", "UD"})
    @Settles(10)
    void shouldStopTheSendQueueOnlyAfterASendErrorOnUcAndUd(QpType type) {
        open(type);
        receive(1);
        alice.qp.postRecv(9, alice.slice(8192, 8192));
        int wrongKey = alice.region.lkey() ^ 1;
        var builder = alice.qp.builder().start().request(2, 2).send();
        if (type == QpType.UD) {
            builder.destination(alice.pd.createAh(bob.context.gid(0)), bob.qp.number(), QKEY);
        }
        assertEquals(0, builder.sge(wrongKey, alice.region.address(), 8).complete());
        alice.qp.post(send(3, 8));

        assertEquals(WcStatus.LOC_PROT_ERR, alice.awaitSent(2).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(3).status());
        assertEquals(QpState.SQE, alice.qp.state());
        alice.qp.post(send(4, 8));
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(4).status());
        assertEquals(0, wire.sent.size());

        to(alice, QpState.RTS);
        alice.qp.post(send(5, 8));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(5).status());
        assertEquals(WcStatus.SUCCESS, bob.awaitReceived(1).status());
    }

    @Test
    @Settles(10)
    void shouldPutAnRcQpInErrorAfterASendError() {
        open(QpType.RC);
        assertEquals(
                0,
                alice.qp
                        .builder()
                        .start()
                        .request(2, 2)
                        .send()
                        .sge(alice.region.lkey() ^ 1, alice.region.address(), 8)
                        .complete());

        assertEquals(WcStatus.LOC_PROT_ERR, alice.awaitSent(2).status());
        assertEquals(QpState.ERR, alice.qp.state());
    }

    @Test
    @Settles(9)
    void shouldSendNoInvalidateOnUc() {
        open(QpType.UC);
        alice.qp.post(SendWithInvalidate.of(2, bob.region.rkey(), alice.slice(0, 8)), send(3, 8));

        assertEquals(WcStatus.LOC_QP_OP_ERR, alice.awaitSent(2).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(3).status());
        assertEquals(QpState.SQE, alice.qp.state());
        assertEquals(0, wire.sent.size());
    }

    @Test
    void shouldFlushSendsAndReceivesInOrderWhenPutInError() {
        open(QpType.RC);
        wire.lose(Wire.everything());
        for (int i = 0; i < 5; i++) {
            alice.qp.post(i % 2 == 0 ? write(10 + i).unsignaled() : write(10 + i));
            alice.qp.postRecv(20 + i, alice.slice(8192, 8));
        }
        assertTrue(alice.isQuiet());
        to(alice, QpState.ERR);
        alice.qp.post(write(15));
        alice.qp.postRecv(25, alice.slice(8192, 8));

        for (int i = 0; i < 6; i++) {
            Completion sent = alice.sent.await(Duration.ofSeconds(1));
            Completion received = alice.received.await(Duration.ofSeconds(1));
            assertEquals(10 + i, sent.wrId());
            assertEquals(20 + i, received.wrId());
            assertEquals(WcStatus.WR_FLUSH_ERR, sent.status());
            assertEquals(WcStatus.WR_FLUSH_ERR, received.status());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void shouldForgetEverythingInResetAndWorkAgain(QpType type) {
        open(type);
        alice.qp.modify(QpAttributes.to(QpState.SQD));
        alice.qp.post(send(1, 8), send(2, 8));
        bob.qp.postRecv(3, bob.slice(0, 64));
        alice.qp.reset();
        bob.qp.reset();

        assertTrue(alice.isQuiet() && bob.isQuiet());
        PostException refused = assertThrows(PostException.class, () -> alice.qp.post(send(4, 8)));
        assertEquals(Errno.ENOMEM, refused.errno());
        connect();
        receive(5);
        alice.qp.post(send(6, 8));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(6).status());
        assertEquals(WcStatus.SUCCESS, bob.awaitReceived(5).status());
    }

    @Test
    @Settles(16)
    void shouldNotFlagAGrhOnReceivesOfConnectedServices() {
        for (QpType type : List.of(QpType.RC, QpType.UC)) {
            open(type);
            receive(1);
            alice.qp.post(send(2, 8));
            alice.awaitSent(2).orThrow();
            Completions block = new Completions(1);
            while (bob.received.poll(block) == 0) {
                assertTrue(bench.fabric().now() < 1_000_000_000L);
            }
            assertEquals(0, block.flags(0) & WcFlag.GRH, type.name());
            assertEquals(0, block.sourceQpNumber(0));
            assertEquals(8, block.byteLength(0));
        }
    }

    @Test
    void shouldTellThatThePeerHasBegunBeforeTheQpMaySend() {
        open(QpType.RC);
        alice.qp.reset();
        bob.qp.reset();
        alice.qp.connect(bob.qp.endpoint(OPTIONS), OPTIONS);
        bob.qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(OPTIONS.access()));
        bob.qp.modify(QpAttributes.to(QpState.RTR)
                .path(alice.context.gid(0), 0)
                .pathMtu(OPTIONS.mtu())
                .destinationQpn(alice.qp.number())
                .rqPsn(alice.qp.endpoint().psn())
                .maxDestRdAtomic(1)
                .minRnrTimer(1));
        alice.qp.post(write(1));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(1).status());
        try (AsyncEvent event = next(bob).orElseThrow()) {
            assertEquals(AsyncEventType.COMM_EST, event.type());
        }
    }
}
