package dev.fenestra.tools.paging;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.RegionKind;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * What UD and UC may do with memory that is paged on demand: UD may send it and receive into it through an SRQ, UC
 * nothing.
 */
class PagedDatagramTest {
    private static final int QKEY = 0x1111;
    private static final int GRH = 40;

    @AutoClose
    private final Pair pair = new Pair(RegionKind.EXPLICIT);

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();

    private static QueuePair datagrams(Side end) {
        QueuePair qp = end.pd().createQp(QpSpec.ud(end.cq(), end.cq()));
        qp.bringUp(QKEY);
        return qp;
    }

    private Datagram datagram(long wrId, QueuePair to) {
        return Datagram.of(wrId, alice.pd().createAh(bob.context().gid(0)), to.number(), QKEY, alice.at(0, 64));
    }

    @Test
    void shouldSendFromPagesThatWereTakenAway() {
        var pinned = bob.pd().regMr(bob.memory(), LOCAL_WRITE);
        QueuePair to = datagrams(bob);
        to.postRecv(1, pinned.slice(0, 4096));
        alice.memory().putLong(0, 77);
        alice.swapOut();
        datagrams(alice).post(datagram(2, to));
        alice.await(2).orThrow();
        bob.await(1).orThrow();
        assertEquals(77, bob.memory().getLong(GRH));
        assertEquals(1, alice.counted("page_faults_handled"));
    }

    @Test
    void shouldLoseADatagramAndHaveThePageForTheNext() {
        SharedReceiveQueue srq = bob.pd().createSrq(SrqSpec.of(4));
        QueuePair to = bob.pd().createQp(QpSpec.ud(bob.cq(), bob.cq()).srq(srq));
        to.bringUp(QKEY);
        QueuePair from = datagrams(alice);
        srq.post(1, bob.at(0, 4096));
        bob.swapOut();
        from.post(datagram(2, to));
        alice.await(2).orThrow();
        assertEquals(0, bob.cq().poll(new Completions(4)), "the first one is lost");
        from.post(datagram(3, to));
        alice.await(3).orThrow();
        bob.await(1).orThrow();
        assertArrayEquals(alice.memory().get(0, 64), bob.memory().get(GRH, 64));
        assertTrue(bob.host().hca().counters().datagramsWithoutRoom > 0);
    }

    @Test
    void shouldNotReceiveIntoPagedMemoryWithoutAnSrq() {
        QueuePair to = datagrams(bob);
        to.postRecv(1, bob.at(0, 4096));
        QueuePair from = datagrams(alice);
        from.post(datagram(2, to));
        assertEquals(WcStatus.LOC_PROT_ERR, bob.await(1).status());
        assertEquals(HcaRule.O1.id(), bob.host().refusals().getLast().ruleId());
    }

    @Test
    void shouldNotUsePagedMemoryOnUc() {
        QueuePair one = alice.pd().createQp(QpSpec.uc(alice.cq(), alice.cq()));
        QueuePair other = bob.pd().createQp(QpSpec.uc(bob.cq(), bob.cq()));
        one.connect(other.endpoint());
        other.connect(one.endpoint());
        one.post(RdmaWrite.of(1, bob.remote(0, 64), alice.at(0, 64)));
        assertEquals(WcStatus.LOC_PROT_ERR, alice.await(1).status());
        assertEquals(QpState.SQE, one.state());
    }
}
