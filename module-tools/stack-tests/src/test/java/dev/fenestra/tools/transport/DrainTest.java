package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.AsyncEvent;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A QP in SQD: it completes what it has begun, holds the rest back and answers its peer. */
class DrainTest extends QpLife {
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
}
