package dev.fenestra.tools.linux;

import static dev.fenestra.ib.core.vocabulary.WrOpcode.ATOMIC_FETCH_AND_ADD;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_READ;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.linux.EndpointCase.Row;
import dev.fenestra.tools.linux.Side.Keys;
import dev.fenestra.tools.linux.Side.Piece;
import dev.fenestra.tools.observe.capture.CaptureRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Keys that are wrong, receives that are missing, and peers that vanish. */
final class RefusalCases {
    static final List<Row> ROWS = List.of(
            new Row("wrong R_Keys", RefusalCases::wrongKeys),
            new Row("ranges outside of a region", RefusalCases::outsideOfTheRegion),
            new Row("a region and a QP without the right", RefusalCases::rightMissing),
            new Row("a region of another PD", RefusalCases::otherPd),
            new Row("a wrong L_Key", RefusalCases::wrongLocalKey),
            new Row("an atomic at an odd address", RefusalCases::misaligned),
            new Row("a message longer than its receive", RefusalCases::tooLong),
            new Row("RNR, one message", m -> notReady(m, 1)),
            new Row("RNR, a burst of 8", m -> notReady(m, 8)),
            new Row("RNR, retries exhausted", RefusalCases::notReadyForGood),
            new Row("a peer that vanishes before a request", RefusalCases::vanished),
            new Row("a peer that vanishes within a message", RefusalCases::vanishesWithin));

    private static final int TARGET = 1 << 19;
    private static final int OTHER = 1;
    private static final int WRONG_TAG = 0x5a;
    private static final int WRONG_INDEX = 0x00345600;
    private static final int RECEIVE = 50;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private RefusalCases() {}

    private static Work work(Meeting m, WrOpcode opcode, int target, int length, int key) {
        return Work.of(m.nextWr(), opcode, m.from.piece(0, length)).to(m.to.at(target), key);
    }

    private static void refused(Meeting m, Work work) throws IOException {
        assertEquals(WcStatus.REM_ACCESS_ERR, m.perform(work), work.toString());
        m.reconnect();
    }

    private static void wrongKeys(Meeting m) throws IOException {
        m.from.fill(0, 4096, 1);
        m.to.fill(TARGET, 4096, 2);
        int right = m.to.keys.rkey();
        for (int key : new int[] {right ^ WRONG_TAG, right ^ WRONG_INDEX, 0}) {
            refused(m, work(m, RDMA_WRITE, TARGET, 3000, key));
            refused(m, work(m, RDMA_READ, TARGET, 3000, key));
            refused(m, work(m, ATOMIC_FETCH_AND_ADD, TARGET, Long.BYTES, key));
        }
    }

    private static void outsideOfTheRegion(Meeting m) throws IOException {
        m.from.fill(0, 4096, 1);
        m.to.fill(TARGET, 8192, 2);
        Keys keys = m.to.side.region(OTHER, 0, TARGET + 1000, 2000, everything());
        refused(m, work(m, RDMA_WRITE, TARGET + 1000, 2001, keys.rkey()));
        refused(m, work(m, RDMA_WRITE, TARGET + 999, 2000, keys.rkey()));
        refused(m, work(m, RDMA_READ, TARGET + 2999, 2, keys.rkey()));
        refused(m, work(m, RDMA_WRITE, TARGET + 5000, 1, keys.rkey()));
        refused(m, work(m, ATOMIC_FETCH_AND_ADD, TARGET + 3000, Long.BYTES, keys.rkey()));
        m.good(work(m, RDMA_WRITE, TARGET + 1000, 2000, keys.rkey()));
        m.expectMoved(m.from.piece(0, 2000), TARGET + 1000);
    }

    private static AccessFlag[] everything() {
        return new AccessFlag[] {
            AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
        };
    }

    private static void rightMissing(Meeting m) throws IOException {
        m.from.fill(0, 4096, 1);
        m.to.fill(TARGET, 4096, 2);
        Keys readable = m.to.side.region(OTHER, 0, TARGET, 4096, AccessFlag.REMOTE_READ);
        refused(m, work(m, RDMA_WRITE, TARGET, 100, readable.rkey()));
        refused(m, work(m, ATOMIC_FETCH_AND_ADD, TARGET, Long.BYTES, readable.rkey()));
        List<WrOpcode> opcodes = List.of(RDMA_WRITE, RDMA_READ, ATOMIC_FETCH_AND_ADD);
        for (WrOpcode opcode : opcodes) {
            m.connect(Meeting.QP, Meeting.USUAL, Meeting.USUAL.withAccess());
            WcStatus status = m.perform(work(m, opcode, TARGET, Long.BYTES, m.to.keys.rkey()));
            m.expect(WcStatus.REM_ACCESS_ERR, status, m.to, SoftRoce.QP_RIGHT, WcStatus.REM_INV_REQ_ERR);
            m.reconnect();
        }
    }

    private static void otherPd(Meeting m) throws IOException {
        Keys keys = m.to.side.region(OTHER, 1, TARGET, 4096, everything());
        refused(m, work(m, RDMA_WRITE, TARGET, 100, keys.rkey()));
        refused(m, work(m, RDMA_READ, TARGET, 100, keys.rkey()));
    }

    private static void wrongLocalKey(Meeting m) throws IOException {
        Piece wrong = new Piece(m.from.keys.lkey() ^ WRONG_TAG, 0, 100);
        Work work = Work.of(m.nextWr(), RDMA_WRITE, wrong).to(m.to.at(TARGET), m.to.keys.rkey());
        WcStatus status = m.perform(work);
        if (m.from.side.isLinux() && status == WcStatus.WR_FLUSH_ERR) {
            m.deviates(SoftRoce.LOCAL_FLUSHED);
        } else {
            m.expect(WcStatus.LOC_PROT_ERR, status, m.from, SoftRoce.LOCAL_KEY, WcStatus.LOC_QP_OP_ERR);
        }
        m.reconnect();
    }

    private static void misaligned(Meeting m) throws IOException {
        Work odd = work(m, ATOMIC_FETCH_AND_ADD, TARGET + 4, Long.BYTES, m.to.keys.rkey());
        if (m.from.side.isLinux()) {
            assertThrows(IOException.class, () -> m.perform(odd));
            m.deviates(SoftRoce.ODD_ATOMIC);
        } else {
            assertEquals(WcStatus.REM_INV_REQ_ERR, m.perform(odd));
            m.provokes(CaptureRule.ATOMIC);
            m.reconnect();
        }
    }

    private static void tooLong(Meeting m) throws IOException {
        m.from.fill(0, 4096, 1);
        m.to.receive(Meeting.QP, RECEIVE, m.to.piece(TARGET, 1000));
        WcStatus status = m.perform(Work.of(m.nextWr(), SEND, m.from.piece(0, 1001)));
        m.expect(WcStatus.REM_INV_REQ_ERR, status, m.to, SoftRoce.TOO_LONG, WcStatus.REM_OP_ERR);
        WcStatus received = m.to.await(RECEIVE).status();
        m.expect(WcStatus.LOC_LEN_ERR, received, m.to, SoftRoce.TOO_LONG, WcStatus.LOC_QP_OP_ERR);
        m.reconnect();
        // What a failed receive holds is not defined; the bytes behind it stay as they were.
        m.to.fill(TARGET, 1000, 3);
    }

    private static void notReady(Meeting m, int count) throws IOException {
        m.from.fill(0, 1 << 16, 1);
        List<Work> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(Work.of(m.nextWr(), SEND, m.from.piece(i * 5000, 3000 + i)));
            m.from.post(Meeting.QP, sent.getLast());
        }
        for (int i = 0; i < count; i++) {
            LockSupport.parkNanos(WAIT_NANOS);
            m.to.receive(Meeting.QP, RECEIVE + i, m.to.piece(TARGET + i * 5000, 4000));
        }
        for (int i = 0; i < count; i++) {
            assertTrue(m.from.await(sent.get(i).wr()).isGood());
            Outcome received = m.to.await(RECEIVE + i);
            assertTrue(received.isGood(), received.toString());
            assertEquals(3000 + i, received.length());
            m.expectMoved(m.from.piece(i * 5000, 3000 + i), TARGET + i * 5000);
        }
    }

    private static void notReadyForGood(Meeting m) throws IOException {
        m.connect(Meeting.QP, Meeting.USUAL.withRetries(7, 2), Meeting.USUAL.withMinRnrTimer(1));
        Work send = Work.of(m.nextWr(), SEND, m.from.piece(0, 100));
        assertEquals(WcStatus.RNR_RETRY_EXC_ERR, m.perform(send));
        assertEquals(QpState.ERR, m.from.side.state(Meeting.QP));
        m.reconnect();
    }

    private static void vanished(Meeting m) throws IOException {
        m.connect(Meeting.QP, Meeting.USUAL.withTimeout(12).withRetries(3, 7));
        m.to.side.destroy(Meeting.QP);
        assertEquals(WcStatus.RETRY_EXC_ERR, m.perform(work(m, RDMA_WRITE, TARGET, 100, m.to.keys.rkey())));
        assertEquals(QpState.ERR, m.from.side.state(Meeting.QP));
        assertEquals(WcStatus.WR_FLUSH_ERR, m.perform(work(m, RDMA_WRITE, TARGET, 100, m.to.keys.rkey())));
    }

    /** It may be done when the peer vanishes, or not. */
    private static void vanishesWithin(Meeting m) throws IOException {
        m.connect(Meeting.QP, Meeting.USUAL.withTimeout(12).withRetries(3, 7));
        Work first = work(m, RDMA_WRITE, TARGET, 1 << 18, m.to.keys.rkey());
        Work second = work(m, RDMA_WRITE, TARGET, 1 << 18, m.to.keys.rkey());
        m.from.post(Meeting.QP, first);
        m.from.post(Meeting.QP, second);
        m.to.side.destroy(Meeting.QP);
        Set<WcStatus> possible = Set.of(WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR);
        WcStatus status = m.from.await(first.wr()).status();
        assertTrue(possible.contains(status), status.toString());
        WcStatus next = m.from.await(second.wr()).status();
        assertEquals(status == WcStatus.SUCCESS, possible.contains(next), next.toString());
    }
}
