package dev.fenestra.tools.linux;

import static dev.fenestra.ib.core.vocabulary.WrOpcode.ATOMIC_CMP_AND_SWP;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.ATOMIC_FETCH_AND_ADD;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_READ;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE_WITH_IMM;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND_WITH_IMM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.linux.EndpointCase.Row;
import dev.fenestra.tools.linux.Side.Piece;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Messages of all kinds over RC that succeed. */
final class TransferCases {
    static final List<Row> UNDER_IMPAIRMENT = List.of(
            new Row("WRITE, 0 to 65,536 bytes", TransferCases::writes),
            new Row("READ, 0 to 65,536 bytes", TransferCases::reads),
            new Row("SEND, 0 to 65,536 bytes", TransferCases::sends),
            new Row("atomics", TransferCases::atomics));

    static final List<Row> ROWS = List.of(
            new Row("WRITE, 0 to 65,536 bytes", TransferCases::writes),
            new Row("WRITE with immediate", TransferCases::writesWithImmediate),
            new Row("READ, 0 to 65,536 bytes", TransferCases::reads),
            new Row("SEND, 0 to 65,536 bytes", TransferCases::sends),
            new Row("SEND with immediate, solicited, inline", TransferCases::sendVariants),
            new Row("several pieces on both sides", TransferCases::pieces),
            new Row("atomics", TransferCases::atomics),
            new Row("WRITE, SEND and READ across the PSN wrap, MTU 256", TransferCases::acrossTheWrap),
            new Row("WRITE and READ of 512 KiB, MTU 4096", TransferCases::large));

    private static final int[] LENGTHS = {0, 1, 3, 255, 1023, 1024, 1025, 4096, 5001, 65_536};
    private static final int SOURCE = 0;
    private static final int TARGET = 1 << 19;
    private static final int IMMEDIATE = 0x12345678;
    private static final int RECEIVE = 7;
    private static final Duration SOON = Duration.ofMillis(300);

    private TransferCases() {}

    private static void writes(Meeting m) throws IOException {
        for (int length : LENGTHS) {
            m.from.fill(SOURCE, length, length);
            write(m, m.from.piece(SOURCE, length), TARGET + length);
        }
    }

    private static void write(Meeting m, Piece source, int target) throws IOException {
        m.good(Work.of(m.nextWr(), RDMA_WRITE, source).to(m.to.at(target), m.to.keys.rkey()));
        m.expectMoved(source, target);
    }

    private static void writesWithImmediate(Meeting m) throws IOException {
        for (int length : LENGTHS) {
            m.from.fill(SOURCE, length, length);
            Piece source = m.from.piece(SOURCE, length);
            m.to.receive(Meeting.QP, RECEIVE);
            m.good(Work.of(m.nextWr(), RDMA_WRITE_WITH_IMM, source)
                    .to(m.to.at(TARGET), m.to.keys.rkey())
                    .with(IMMEDIATE));
            m.expectMoved(source, TARGET);
            Outcome received = m.to.await(RECEIVE);
            assertTrue(received.isGood() && received.hasImmediate(), received.toString());
            assertEquals(IMMEDIATE, received.immediate());
            assertEquals(length, received.length());
        }
    }

    private static void reads(Meeting m) throws IOException {
        for (int length : LENGTHS) {
            m.to.fill(TARGET, length, length);
            read(m, m.from.piece(SOURCE, length), TARGET);
        }
    }

    private static void read(Meeting m, Piece target, int source) throws IOException {
        m.good(Work.of(m.nextWr(), RDMA_READ, target).to(m.to.at(source), m.to.keys.rkey()));
        m.expectFetched(target, source);
    }

    private static void sends(Meeting m) throws IOException {
        for (int length : LENGTHS) {
            m.from.fill(SOURCE, length, length);
            send(m, Work.of(m.nextWr(), SEND, m.from.piece(SOURCE, length)), TARGET);
        }
    }

    /** Sends into a receive that is as long. */
    private static Outcome send(Meeting m, Work work, int target) throws IOException {
        m.to.receive(Meeting.QP, RECEIVE, m.to.piece(target, Math.max(1, work.length())));
        m.good(work);
        int at = target;
        for (Piece piece : work.pieces()) {
            m.expectMoved(piece, at);
            at += piece.length();
        }
        Outcome received = m.to.await(RECEIVE);
        assertTrue(received.isGood(), received.toString());
        assertEquals(work.length(), received.length());
        return received;
    }

    private static void sendVariants(Meeting m) throws IOException {
        m.from.fill(SOURCE, 3000, 1);
        Piece source = m.from.piece(SOURCE, 3000);
        Piece small = m.from.piece(SOURCE, 100);
        Outcome withImmediate =
                send(m, Work.of(m.nextWr(), SEND_WITH_IMM, source).with(IMMEDIATE), TARGET);
        assertTrue(withImmediate.hasImmediate());
        assertEquals(IMMEDIATE, withImmediate.immediate());
        m.to.side.arm(true);
        send(m, Work.of(m.nextWr(), SEND, small), TARGET + 5000);
        assertFalse(m.to.side.event(SOON), "an event for a SEND that is not solicited");
        send(m, Work.of(m.nextWr(), SEND, small).flagged(SendFlag.SOLICITED), TARGET + 6000);
        assertTrue(m.to.side.event(End.PATIENCE), "no event for a solicited SEND");
        send(m, Work.of(m.nextWr(), SEND, small).flagged(SendFlag.INLINE), TARGET + 7000);
        send(m, Work.of(m.nextWr(), SEND_WITH_IMM).with(IMMEDIATE).flagged(SendFlag.SOLICITED), TARGET + 8000);
    }

    private static void pieces(Meeting m) throws IOException {
        m.from.fill(SOURCE, 1 << 16, 1);
        Piece[] sources = {m.from.piece(0, 1001), m.from.piece(2000, 7), m.from.piece(9000, 3333)};
        Piece[] targets = {m.to.piece(TARGET, 2000), m.to.piece(TARGET + 3000, 41), m.to.piece(TARGET + 5000, 4000)};
        m.to.receive(Meeting.QP, RECEIVE, targets);
        m.good(Work.of(m.nextWr(), SEND, sources));
        assertEquals(4341, m.to.await(RECEIVE).length());
        byte[] sent = new byte[4341];
        System.arraycopy(m.from.expected.bytes, 0, sent, 0, 1001);
        System.arraycopy(m.from.expected.bytes, 2000, sent, 1001, 7);
        System.arraycopy(m.from.expected.bytes, 9000, sent, 1008, 3333);
        System.arraycopy(sent, 0, m.to.expected.bytes, TARGET, 2000);
        System.arraycopy(sent, 2000, m.to.expected.bytes, TARGET + 3000, 41);
        System.arraycopy(sent, 2041, m.to.expected.bytes, TARGET + 5000, 2300);
        m.good(Work.of(m.nextWr(), RDMA_WRITE, sources).to(m.to.at(TARGET + 20_000), m.to.keys.rkey()));
        m.to.expected.put(TARGET + 20_000, sent);
        m.good(Work.of(m.nextWr(), RDMA_READ, m.from.piece(100_000, 5), m.from.piece(101_000, 4336))
                .to(m.to.at(TARGET + 20_000), m.to.keys.rkey()));
        System.arraycopy(sent, 0, m.from.expected.bytes, 100_000, 5);
        System.arraycopy(sent, 5, m.from.expected.bytes, 101_000, 4336);
    }

    private static void atomics(Meeting m) throws IOException {
        long value = 0xfffffffffffffff0L;
        m.to.putLong(TARGET, value);
        for (int i = 0; i < 20; i++) {
            m.good(atomic(m, ATOMIC_FETCH_AND_ADD, 8 * i).with(5 + i));
            putLong(m.from, 8 * i, value);
            value += 5 + i;
        }
        m.good(atomic(m, ATOMIC_CMP_AND_SWP, 200).swapping(value + 1, 77));
        putLong(m.from, 200, value);
        m.good(atomic(m, ATOMIC_CMP_AND_SWP, 208).swapping(value, 0x123456789abcdef0L));
        putLong(m.from, 208, value);
        putLong(m.to, TARGET, 0x123456789abcdef0L);
    }

    private static Work atomic(Meeting m, WrOpcode opcode, int landing) {
        return Work.of(m.nextWr(), opcode, m.from.piece(landing, Long.BYTES)).to(m.to.at(TARGET), m.to.keys.rkey());
    }

    /** Only what is expected: a peer has written it. */
    private static void putLong(End end, int offset, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            end.expected.bytes[offset + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    /** A QP each: one that comes back with nearly the same PSNs looks wrong in a capture. */
    private static void acrossTheWrap(Meeting m) throws IOException {
        int[] before = {1, 100, 300};
        for (int qp = 1; qp <= before.length; qp++) {
            int psn = (1 << 24) - before[qp - 1];
            ConnectOptions options = Meeting.USUAL.withMtu(Mtu.MTU_256);
            m.make(qp, QpType.RC);
            m.connect(qp, options, options, psn, psn);
            m.from.fill(SOURCE, 50_000, qp);
            Piece written = m.from.piece(SOURCE, 50_000);
            m.good(qp, Work.of(m.nextWr(), RDMA_WRITE, written).to(m.to.at(TARGET), m.to.keys.rkey()));
            m.expectMoved(written, TARGET);
            Piece sent = m.from.piece(SOURCE + 100, 30_000);
            m.to.receive(qp, RECEIVE, m.to.piece(TARGET + 60_000, 30_000));
            m.good(qp, Work.of(m.nextWr(), SEND, sent));
            m.expectMoved(sent, TARGET + 60_000);
            assertTrue(m.to.await(RECEIVE).isGood());
            Piece landing = m.from.piece(200_000, 50_001);
            m.good(qp, Work.of(m.nextWr(), RDMA_READ, landing).to(m.to.at(TARGET), m.to.keys.rkey()));
            m.expectFetched(landing, TARGET);
        }
    }

    private static void large(Meeting m) throws IOException {
        m.connect(Meeting.QP, Meeting.USUAL.withMtu(Mtu.MTU_4096));
        m.from.fill(SOURCE, TARGET, 3);
        write(m, m.from.piece(SOURCE, TARGET), TARGET);
        m.to.fill(TARGET, TARGET, 4);
        read(m, m.from.piece(SOURCE, TARGET), TARGET);
    }
}
