package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.linux.EndpointCase.Row;
import dev.fenestra.tools.linux.Side.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Random requests on eight QPs, by both sides at once. Each side may change only its own part of the peer's buffer, so
 * what both buffers hold after a round is known.
 */
final class TrafficCases {
    static final List<Row> ROWS = List.of(new Row("8 QPs, random requests of both sides", TrafficCases::traffic));

    private static final int QPS = 8;
    private static final int ROUNDS = 5;
    private static final int REQUESTS = 3;
    private static final int SHARE = Side.MEMORY / QPS;
    private static final int SOURCE_BYTES = 48 << 10;
    private static final int TARGET = 48 << 10;
    private static final int TARGET_BYTES = 48 << 10;
    private static final int LANDING = 96 << 10;
    private static final int LANDING_BYTES = 5000;
    private static final int RECEIVES = 112 << 10;
    private static final int RECEIVE_BYTES = 2000;
    private static final int FETCHED = 120 << 10;
    private static final int COUNTER = 124 << 10;
    private static final int LONGEST_WRITE = 20_000;
    private static final int IMMEDIATE = 0x600df00d;

    private TrafficCases() {}

    /** A request that was posted, and the receive that it takes: 0 for none. */
    private record Posted(End by, End to, Work work, long receive, int received) {}

    private static void traffic(Meeting m) throws IOException {
        for (int qp = 1; qp < QPS; qp++) {
            m.make(qp, QpType.RC);
            m.connect(qp, Meeting.USUAL);
        }
        m.from.fill(0, Side.MEMORY, 1);
        m.to.fill(0, Side.MEMORY, 2);
        for (int round = 0; round < ROUNDS; round++) {
            List<Posted> posted = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                for (int qp = 0; qp < QPS; qp++) {
                    posted.add(post(m, m.from, m.to, qp, i));
                    posted.add(post(m, m.to, m.from, qp, i));
                }
            }
            for (Posted one : posted) {
                shouldBeDone(one);
            }
            m.shouldHoldWhatIsExpected();
        }
    }

    private static void shouldBeDone(Posted one) throws IOException {
        Outcome sent = one.by().await(one.work().wr());
        assertTrue(sent.isGood(), one.by().name() + ": " + sent + " of " + one.work());
        if (one.receive() != 0) {
            Outcome received = one.to().await(one.receive());
            assertTrue(received.isGood(), one.to().name() + ": " + received);
            assertEquals(one.received(), received.length());
        }
    }

    private static Posted post(Meeting m, End by, End to, int qp, int index) throws IOException {
        int base = qp * SHARE;
        return switch (m.random.nextInt(5)) {
            case 0 -> write(m, by, to, qp, WrOpcode.RDMA_WRITE);
            case 1 -> write(m, by, to, qp, WrOpcode.RDMA_WRITE_WITH_IMM);
            case 2 -> {
                Piece landing = by.piece(base + LANDING + index * LANDING_BYTES, m.random.nextInt(LANDING_BYTES));
                // Bytes that nobody changes: a READ that is sent again reads again.
                int from = base + m.random.nextInt(SOURCE_BYTES - LANDING_BYTES);
                by.expected.copy(to.expected, from, landing.offset(), landing.length());
                Work read = Work.of(m.nextWr(), WrOpcode.RDMA_READ, landing);
                yield posted(by, to, qp, read.to(to.at(from), to.keys.rkey()), 0);
            }
            case 3 -> {
                Piece source = source(m, by, base, RECEIVE_BYTES);
                int at = base + RECEIVES + index * RECEIVE_BYTES;
                long receive = m.nextWr();
                to.receive(qp, receive, to.piece(at, RECEIVE_BYTES));
                to.expected.copy(by.expected, source.offset(), at, source.length());
                yield posted(by, to, qp, Work.of(m.nextWr(), WrOpcode.SEND, source), receive);
            }
            default -> {
                int fetched = base + FETCHED + index * Long.BYTES;
                long operand = m.random.nextLong();
                by.expected.copy(to.expected, base + COUNTER, fetched, Long.BYTES);
                add(to.expected.bytes, base + COUNTER, operand);
                Work add = Work.of(m.nextWr(), WrOpcode.ATOMIC_FETCH_AND_ADD, by.piece(fetched, Long.BYTES));
                yield posted(
                        by,
                        to,
                        qp,
                        add.to(to.at(base + COUNTER), to.keys.rkey()).with(operand),
                        0);
            }
        };
    }

    private static Posted write(Meeting m, End by, End to, int qp, WrOpcode opcode) throws IOException {
        int base = qp * SHARE;
        Piece source = source(m, by, base, LONGEST_WRITE);
        int at = base + TARGET + m.random.nextInt(TARGET_BYTES - LONGEST_WRITE);
        long receive = 0;
        if (opcode == WrOpcode.RDMA_WRITE_WITH_IMM) {
            receive = m.nextWr();
            to.receive(qp, receive);
        }
        to.expected.copy(by.expected, source.offset(), at, source.length());
        Work write = Work.of(m.nextWr(), opcode, source)
                .to(to.at(at), to.keys.rkey())
                .with(IMMEDIATE);
        return posted(by, to, qp, write, receive);
    }

    private static Piece source(Meeting m, End by, int base, int longest) {
        int length = m.random.nextInt(longest);
        return by.piece(base + m.random.nextInt(SOURCE_BYTES - longest), length);
    }

    private static Posted posted(End by, End to, int qp, Work work, long receive) throws IOException {
        by.post(qp, work);
        return new Posted(by, to, work, receive, work.length());
    }

    private static void add(byte[] bytes, int at, long operand) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[at + i] & 0xff;
        }
        value += operand;
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[at + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }
}
