package dev.fenestra.tools.linux;

import static dev.fenestra.ib.core.vocabulary.WrOpcode.ATOMIC_FETCH_AND_ADD;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.LOCAL_INV;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_READ;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND_WITH_INV;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.linux.EndpointCase.Row;
import dev.fenestra.tools.linux.Side.Bind;
import dev.fenestra.tools.linux.Side.Piece;
import java.io.IOException;
import java.util.List;

/** Windows of the responder, and what the requester may do through them. */
final class WindowCases {
    static final List<Row> ROWS = List.of(
            new Row("window of type 1, inside", m -> inside(m, MwType.TYPE_1)),
            new Row("window of type 2, inside", m -> inside(m, MwType.TYPE_2)),
            new Row("window of type 1, one byte outside", m -> outside(m, MwType.TYPE_1)),
            new Row("window of type 2, one byte outside", m -> outside(m, MwType.TYPE_2)),
            new Row("window of type 1, right missing", m -> rights(m, MwType.TYPE_1)),
            new Row("window of type 2, right missing", m -> rights(m, MwType.TYPE_2)),
            new Row("window of type 1, bound elsewhere and unbound", WindowCases::rebound),
            new Row("window of type 2, invalidated locally", WindowCases::invalidatedLocally),
            new Row("window of type 2, invalidated by the peer", WindowCases::invalidatedByThePeer),
            new Row("window of type 1, invalidated by the peer", WindowCases::typeOneInvalidated),
            new Row("window of type 1, through another QP", m -> otherQp(m, MwType.TYPE_1)),
            new Row("window of type 2, through another QP", m -> otherQp(m, MwType.TYPE_2)));

    private static final int WINDOW = 0;
    private static final int START = (1 << 19) + 1024;
    private static final int LENGTH = 2048;
    private static final int RECEIVE = 7;
    private static final int OTHER_QP = 1;

    private WindowCases() {}

    private static int bind(Meeting m, int start, int length, AccessFlag... access) throws IOException {
        return m.bind(m.to, new Bind(m.nextWr(), WINDOW, End.REGION, start, length, List.of(access)));
    }

    private static int bound(Meeting m, MwType type, AccessFlag... access) throws IOException {
        m.from.fill(0, 4096, 1);
        m.to.fill(START - 1024, 8192, 2);
        m.to.side.window(WINDOW, type, 0);
        return bind(m, START, LENGTH, access);
    }

    private static Work write(Meeting m, int key, int target, int length) {
        return Work.of(m.nextWr(), RDMA_WRITE, m.from.piece(0, length)).to(m.to.at(target), key);
    }

    private static Work read(Meeting m, int key, int source, int length) {
        return Work.of(m.nextWr(), RDMA_READ, m.from.piece(8192, length)).to(m.to.at(source), key);
    }

    private static Work add(Meeting m, int key, int target) {
        return Work.of(m.nextWr(), ATOMIC_FETCH_AND_ADD, m.from.piece(16_384, Long.BYTES))
                .to(m.to.at(target), key)
                .with(1);
    }

    private static void wrote(Meeting m, int target, int length) {
        m.expectMoved(m.from.piece(0, length), target);
    }

    /** Refused, with the QPs connected again afterwards. */
    private static void refused(Meeting m, Work work) throws IOException {
        assertEquals(WcStatus.REM_ACCESS_ERR, m.perform(work), work.toString());
        m.reconnect();
    }

    private static void shouldServe(Meeting m, int key) throws IOException {
        m.good(write(m, key, START, LENGTH));
        wrote(m, START, LENGTH);
    }

    private static void inside(Meeting m, MwType type) throws IOException {
        int key = bound(m, type, Meeting.ALL_REMOTE);
        shouldServe(m, key);
        m.good(write(m, key, START + LENGTH - 1, 1));
        wrote(m, START + LENGTH - 1, 1);
        m.good(read(m, key, START, LENGTH));
        m.expectFetched(m.from.piece(8192, LENGTH), START);
        m.to.putLong(START + 8, 41);
        m.from.putLong(16_384, 0);
        m.good(add(m, key, START + 8));
        m.from.expected.bytes[16_384] = 41;
        m.to.expected.bytes[START + 8] = 42;
    }

    private static void outside(Meeting m, MwType type) throws IOException {
        int key = bound(m, type, Meeting.ALL_REMOTE);
        for (int[] range : new int[][] {{START, LENGTH + 1}, {START - 1, LENGTH}, {START + LENGTH, 1}}) {
            WcStatus status = m.perform(write(m, key, range[0], range[1]));
            m.expect(WcStatus.REM_ACCESS_ERR, status, m.to, SoftRoce.WINDOW_BOUNDS, WcStatus.SUCCESS);
            if (status == WcStatus.SUCCESS) {
                wrote(m, range[0], range[1]);
            } else {
                m.reconnect();
            }
        }
        shouldServe(m, key);
    }

    private static void rights(Meeting m, MwType type) throws IOException {
        int key = bound(m, type, AccessFlag.REMOTE_WRITE);
        refused(m, read(m, key, START, LENGTH));
        refused(m, add(m, key, START));
        shouldServe(m, key);
        m.to.side.window(WINDOW + 1, type, 0);
        int readable = m.bind(
                m.to, new Bind(m.nextWr(), WINDOW + 1, End.REGION, START, LENGTH, List.of(AccessFlag.REMOTE_READ)));
        refused(m, write(m, readable, START, LENGTH));
        refused(m, add(m, readable, START));
        m.good(read(m, readable, START, LENGTH));
        m.expectFetched(m.from.piece(8192, LENGTH), START);
    }

    private static void rebound(Meeting m) throws IOException {
        int first = bound(m, MwType.TYPE_1, Meeting.ALL_REMOTE);
        shouldServe(m, first);
        int second = bind(m, START + LENGTH, LENGTH, Meeting.ALL_REMOTE);
        refused(m, write(m, first, START, LENGTH));
        m.good(write(m, second, START + LENGTH, LENGTH));
        wrote(m, START + LENGTH, LENGTH);
        bind(m, START + LENGTH, 0);
        refused(m, write(m, second, START + LENGTH, LENGTH));
    }

    private static void invalidatedLocally(Meeting m) throws IOException {
        int first = bound(m, MwType.TYPE_2, Meeting.ALL_REMOTE);
        shouldServe(m, first);
        long wr = m.nextWr();
        m.to.post(Meeting.QP, Work.of(wr, LOCAL_INV).with(first));
        assertTrue(m.to.await(wr).isGood());
        refused(m, write(m, first, START, LENGTH));
        shouldServe(m, bind(m, START, LENGTH, Meeting.ALL_REMOTE));
    }

    private static void invalidatedByThePeer(Meeting m) throws IOException {
        int first = bound(m, MwType.TYPE_2, Meeting.ALL_REMOTE);
        shouldServe(m, first);
        m.to.receive(Meeting.QP, RECEIVE, m.to.piece(1000, 100));
        Piece message = m.from.piece(0, 100);
        m.good(Work.of(m.nextWr(), SEND_WITH_INV, message).with(first));
        m.expectMoved(message, 1000);
        Outcome received = m.to.await(RECEIVE);
        assertTrue(received.isGood(), received.toString());
        if (m.to.side.isLinux() && !received.hasInvalidated()) {
            m.deviates(SoftRoce.INVALIDATED_KEY);
        } else {
            assertTrue(received.hasInvalidated(), received.toString());
            assertEquals(first, received.immediate());
        }
        refused(m, write(m, first, START, LENGTH));
        shouldServe(m, bind(m, START, LENGTH, Meeting.ALL_REMOTE));
    }

    private static void typeOneInvalidated(Meeting m) throws IOException {
        // With retry_cnt 7 soft-RoCE would repeat its request without end.
        m.connect(Meeting.QP, Meeting.USUAL.withTimeout(12).withRetries(3, 7));
        int key = bound(m, MwType.TYPE_1, Meeting.ALL_REMOTE);
        m.to.receive(Meeting.QP, RECEIVE, m.to.piece(1000, 100));
        Piece message = m.from.piece(0, 100);
        WcStatus status = m.perform(Work.of(m.nextWr(), SEND_WITH_INV, message).with(key));
        m.expect(WcStatus.RETRY_EXC_ERR, status, m.to, SoftRoce.FAILED_INVALIDATE, WcStatus.SUCCESS);
        m.expectMoved(message, 1000);
        assertEquals(WcStatus.REM_INV_REQ_ERR, m.to.await(RECEIVE).status());
        m.reconnect();
        shouldServe(m, key);
    }

    private static void otherQp(Meeting m, MwType type) throws IOException {
        int key = bound(m, type, Meeting.ALL_REMOTE);
        m.make(OTHER_QP, QpType.RC);
        m.connect(OTHER_QP, Meeting.USUAL);
        Work work = write(m, key, START, LENGTH);
        m.from.post(OTHER_QP, work);
        WcStatus status = m.from.await(work.wr()).status();
        assertEquals(type == MwType.TYPE_1 ? WcStatus.SUCCESS : WcStatus.REM_ACCESS_ERR, status);
        if (status == WcStatus.SUCCESS) {
            wrote(m, START, LENGTH);
        }
        shouldServe(m, key);
    }
}
