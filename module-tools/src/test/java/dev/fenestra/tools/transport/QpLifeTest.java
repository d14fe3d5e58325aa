package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.uverbs.AsyncEvent;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.Datagram;
import dev.fenestra.uverbs.PostException;
import dev.fenestra.uverbs.QpEndpoint;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.Send;
import dev.fenestra.uverbs.SendWithInvalidate;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QpLifeTest {
    private static final int QKEY = 0x22;
    private static final ConnectOptions OPTIONS =
            ConnectOptions.DEFAULT.withTimeout(5).withRetries(7, 7);

    private final TestBench bench = TestBench.twoHosts();
    private final Wire wire = Wire.of(bench);
    private End alice;
    private End bob;

    private void open(QpType type) {
        alice = new End(bench.host("alice"), type);
        bob = new End(bench.host("bob"), type);
        connect();
    }

    private void connect() {
        if (alice.qp.type() == QpType.UD) {
            alice.qp.bringUp(QKEY);
            bob.qp.bringUp(QKEY);
        } else {
            alice.qp.connect(bob.qp.endpoint(OPTIONS), OPTIONS);
            bob.qp.connect(alice.qp.endpoint(OPTIONS), OPTIONS);
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private WorkRequest send(long wrId, long length) {
        return alice.qp.type() == QpType.UD
                ? Datagram.of(
                        wrId, alice.pd.createAh(bob.context.gid(0)), bob.qp.number(), QKEY, alice.slice(0, length))
                : Send.of(wrId, alice.slice(0, length));
    }

    private void receive(long wrId) {
        bob.qp.postRecv(wrId, bob.slice(wrId * 8192, 8192));
    }

    private RdmaWrite write(long wrId) {
        return RdmaWrite.of(wrId, new RemoteBuffer(bob.region.address(), 64, bob.region.rkey()), alice.slice(0, 64));
    }

    private static void to(End end, QpState state) {
        end.qp.modify(QpAttributes.to(state));
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void shouldHoldRequestsBackInSqdAndSendThemAfterwards(QpType type) {
        open(type);
        receive(1);
        alice.qp.modify(QpAttributes.to(QpState.SQD).tellDrained(true));
        assertEquals(QpState.SQD, alice.qp.state());
        assertFalse(alice.qp.isDraining());
        alice.qp.post(send(2, 8));

        assertTrue(alice.isQuiet());
        assertEquals(0, wire.sent.size());
        try (AsyncEvent event = next(alice).orElseThrow()) {
            assertEquals(AsyncEventType.SQ_DRAINED, event.type());
            assertEquals(Optional.of(alice.qp), event.qp());
        }
        to(alice, QpState.RTS);
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertEquals(WcStatus.SUCCESS, bob.awaitReceived(1).status());
        assertEquals(Optional.empty(), next(alice));
    }

    private static Optional<AsyncEvent> next(End end) {
        return end.context.pollAsyncEvent();
    }

    @Test
    void shouldFinishInSqdWhatWasBegunAndTellOnceWhenItIsDrained() {
        open(QpType.RC);
        wire.lose(Wire.every(WireOpcode.RC_ACKNOWLEDGE));
        alice.qp.post(write(1));
        assertTrue(alice.isQuiet());

        alice.qp.modify(QpAttributes.to(QpState.SQD).tellDrained(true));
        alice.qp.post(write(2));
        assertTrue(alice.qp.isDraining());
        assertEquals(Optional.empty(), next(alice));
        VerbsException early = assertThrows(VerbsException.class, () -> to(alice, QpState.RTS));
        assertEquals(Errno.EINVAL, early.errno());
        assertEquals(QpState.SQD, alice.qp.state());

        wire.lose();
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(1).status());
        assertFalse(alice.qp.isDraining());
        try (AsyncEvent event = next(alice).orElseThrow()) {
            assertEquals(AsyncEventType.SQ_DRAINED, event.type());
        }
        assertEquals(Optional.empty(), next(alice));
        to(alice, QpState.RTS);
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
    }

    @Test
    void shouldTellNothingWhenNobodyAskedToBeTold() {
        open(QpType.RC);
        to(alice, QpState.SQD);

        assertTrue(alice.isQuiet());
        assertEquals(Optional.empty(), next(alice));
    }

    @Test
    void shouldAnswerThePeerInSqd() {
        open(QpType.RC);
        to(bob, QpState.SQD);
        receive(1);
        alice.qp.post(write(2), send(3, 8));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(3).status());
        assertEquals(WcStatus.SUCCESS, bob.awaitReceived(1).status());
    }

    @Test
    void shouldTakeAnotherTimeoutAndRetryCountInSqd() {
        open(QpType.RC);
        to(alice, QpState.SQD);
        alice.qp.modify(QpAttributes.to(QpState.SQD).timeout(3).retryCount(1).rnrRetry(0));
        to(alice, QpState.RTS);
        wire.lose(Wire.everything());
        alice.qp.post(write(1));

        assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
        assertEquals(2, wire.count(WireOpcode.RC_RDMA_WRITE_ONLY));
        assertEquals(4096 << 3, wire.sent.get(1).nanos() - wire.sent.get(0).nanos());
    }

    @Test
    void shouldFailInSqdWhatWasBegunAndFlushTheRest() {
        open(QpType.RC);
        wire.lose(Wire.everything());
        alice.qp.post(write(1));
        assertTrue(alice.isQuiet());
        alice.qp.modify(QpAttributes.to(QpState.SQD).tellDrained(true));
        alice.qp.post(write(2));

        assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(2).status());
        assertEquals(QpState.ERR, alice.qp.state());
        assertEquals(Optional.empty(), next(alice));
    }

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

    @Test
    void shouldTellAllAttributesOfAConnectedQp() {
        open(QpType.RC);
        alice.qp.reset();
        assertEquals(QpState.RESET, alice.qp.query().state());
        ConnectOptions options = ConnectOptions.DEFAULT
                .withAccess(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC)
                .withMtu(Mtu.MTU_512)
                .withTimeout(9)
                .withRetries(3, 5)
                .withMinRnrTimer(11)
                .withRdAtomic(3)
                .withPsn(0xfffffe);
        alice.qp.connect(new QpEndpoint(bob.qp.number(), bob.context.gid(0), 0x1234), options);

        QpAttributes told = alice.qp.query();

        assertEquals(QpState.RTS, told.state());
        assertEquals(QpState.RTS, told.currentState());
        assertEquals(AccessFlag.mask(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC), told.access());
        assertEquals(Mtu.MTU_512, told.pathMtu());
        assertEquals(bob.qp.number(), told.destinationQpn());
        assertEquals(bob.context.gid(0), told.destination());
        assertEquals(0x1234, told.rqPsn());
        assertEquals(0xfffffe, told.sqPsn());
        assertEquals(9, told.timeout());
        assertEquals(3, told.retryCount());
        assertEquals(5, told.rnrRetry());
        assertEquals(11, told.minRnrTimer());
        assertEquals(4, told.maxRdAtomic(), "rounded up");
        assertEquals(4, told.maxDestRdAtomic(), "rounded up");
        assertEquals(1, told.port());
        assertEquals(0, told.pkeyIndex());
    }

    @Test
    void shouldCountPsnsAsPacketsGo() {
        open(QpType.RC);
        int sent = alice.qp.query().sqPsn();
        int expected = bob.qp.query().rqPsn();
        assertEquals(sent, expected);
        alice.qp.post(write(1));
        alice.awaitSent(1).orThrow();

        assertEquals(sent + 1 & 0xffffff, alice.qp.query().sqPsn());
        assertEquals(sent + 1 & 0xffffff, bob.qp.query().rqPsn());
    }

    @Test
    void shouldTellTheQkeyOfADatagramQp() {
        open(QpType.UD);
        QpAttributes told = alice.qp.query();
        assertEquals(QKEY, told.qkey());
        assertEquals(Mtu.MTU_4096, told.pathMtu());
    }
}
