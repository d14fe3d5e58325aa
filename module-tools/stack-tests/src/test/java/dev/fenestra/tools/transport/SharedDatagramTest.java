package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Datagram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datagrams to UD QPs that share an SRQ: a receive that does not fit one is used up, and fails. */
class SharedDatagramTest extends DatagramScene {
    private static final Gid GROUP = Gid.ofIpv4(0xe0810203);

    private SharedReceiveQueue srq;
    private QueuePair one;
    private QueuePair other;

    @BeforeEach
    void share() {
        srq = bob.pd.createSrq(SrqSpec.of(8));
        one = receiver();
        other = receiver();
    }

    private QueuePair receiver() {
        QueuePair qp = bob.pd.createQp(QpSpec.ud(bob.sent, bob.received).srq(srq));
        qp.bringUp(QKEY);
        return qp;
    }

    private void send(QueuePair to, long wrId, int length) {
        alice.qp.post(Datagram.of(wrId, toBob, to.number(), QKEY, alice.slice(0, length)));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(wrId).status(), "the sender never learns of it");
    }

    private void assertTooShort(long wrId, QueuePair qp) {
        Completion failed = bob.awaitReceived(wrId);
        assertEquals(WcStatus.LOC_LEN_ERR, failed.status());
        assertEquals(qp.number(), failed.qpNumber());
        assertEquals("U3", bob.lastRefusal());
        assertEquals(QpState.RTS, qp.state());
    }

    @Test
    void shouldFailAReceiveThatIsTooShortAndGoOnWithTheNext() {
        srq.post(1, bob.slice(0, GRH + 8));
        srq.post(2, bob.slice(1000, GRH + 9));
        send(one, 10, 9);
        assertTooShort(1, one);
        assertArrayEquals(new byte[GRH + 9], bob.memory.get(0, GRH + 9), "no byte was placed");
        assertEquals(1, bob.host.hca().counters().datagramsWithoutRoom);

        send(one, 11, 9);

        assertEquals(GRH + 9, bob.awaitReceived(2).orThrow().byteLength());
        assertArrayEquals(alice.memory.get(0, 9), bob.memory.get(1000 + GRH, 9));
    }

    @Test
    void shouldNotKeepTheReceiveOfAFailedDatagramFromTheOtherQps() {
        srq.post(1, bob.slice(0, GRH + 8));
        srq.post(2, bob.slice(1000, 200));
        send(one, 10, 9);
        assertTooShort(1, one);

        send(other, 11, 8);

        Completion.Done done = bob.awaitReceived(2).orThrow();
        assertEquals(other.number(), done.qpNumber());
        assertTrue(bob.isQuiet());
    }

    @Test
    void shouldCountTheGrhOfADatagramWithoutData() {
        srq.post(1, bob.slice(0, GRH - 1));
        srq.post(2);
        srq.post(3, bob.slice(0, GRH));
        for (long wrId = 10; wrId < 13; wrId++) {
            alice.qp.post(Datagram.of(wrId, toBob, one.number(), QKEY));
            alice.awaitSent(wrId).orThrow();
        }

        assertTooShort(1, one);
        assertTooShort(2, one);
        assertEquals(GRH, bob.awaitReceived(3).orThrow().byteLength());
    }

    @Test
    void shouldUseOneReceiveForEachMemberOfAGroup() {
        one.attachMulticast(GROUP);
        other.attachMulticast(GROUP);
        srq.post(1, bob.slice(0, GRH + 8));
        srq.post(2, bob.slice(1000, 200));

        alice.qp.post(Datagram.of(10, alice.pd.createAh(GROUP), 0xffffff, QKEY, alice.slice(0, 9)));
        alice.awaitSent(10).orThrow();

        assertTooShort(1, one);
        assertEquals(other.number(), bob.awaitReceived(2).orThrow().qpNumber());
    }

    @Test
    void shouldFailTheQpForAReceiveWithABadKey() {
        MemoryRegion readOnly = bob.pd.regMr(bob.memory, AccessFlag.REMOTE_READ);
        srq.post(1, readOnly.slice(0, 200));
        srq.post(2, bob.slice(0, 200));
        send(one, 10, 8);

        assertEquals(WcStatus.LOC_PROT_ERR, bob.awaitReceived(1).status());
        assertEquals(QpState.ERR, one.state());
        send(other, 11, 8);
        assertEquals(GRH + 8, bob.awaitReceived(2).orThrow().byteLength());
    }

    @Test
    void shouldJudgeTheRoomOfAReceiveBeforeItsKeys() {
        MemoryRegion readOnly = bob.pd.regMr(bob.memory, AccessFlag.REMOTE_READ);
        srq.post(1, readOnly.slice(0, GRH));
        send(one, 10, 8);

        assertTooShort(1, one);
    }
}
