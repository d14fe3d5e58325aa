package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpEndpoint;
import org.junit.jupiter.api.Test;

/** The attributes that a QP reports. */
class QpQueryTest extends QpLife {
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
