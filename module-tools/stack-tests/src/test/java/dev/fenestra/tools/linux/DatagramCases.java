package dev.fenestra.tools.linux;

import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.RDMA_WRITE_WITH_IMM;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND;
import static dev.fenestra.ib.core.vocabulary.WrOpcode.SEND_WITH_IMM;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.linux.EndpointCase.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** UC and UD, on a link that loses nothing. */
final class DatagramCases {
    static final List<Row> ROWS = List.of(
            new Row("UC: SEND and WRITE, with and without immediate", DatagramCases::unreliable),
            new Row("UD: datagrams with their GRH", DatagramCases::datagrams));

    private static final int QP = 1;
    private static final int TARGET = 1 << 19;
    private static final int RECEIVE = 60;
    private static final int IMMEDIATE = 0x0a0b0c0d;
    private static final int GRH = 40;
    /** Of an IPv4 header in the last 20 bytes of the GRH. */
    private static final int SOURCE_ADDRESS_AT = 32;

    private static final int[] LENGTHS = {0, 1, 64, 1023, 1024, 1025, 9000};
    private static final Duration SOON = Duration.ofMillis(300);

    private DatagramCases() {}

    private static void good(Meeting m, Work work) throws IOException {
        m.from.post(QP, work);
        assertTrue(m.from.await(work.wr()).isGood());
    }

    private static void received(Meeting m, long wr, int length, boolean hasImmediate) throws IOException {
        Outcome received = m.to.await(wr);
        assertTrue(received.isGood(), received.toString());
        assertEquals(length, received.length());
        assertEquals(hasImmediate, received.hasImmediate());
        if (hasImmediate) {
            assertEquals(IMMEDIATE, received.immediate());
        }
    }

    private static void unreliable(Meeting m) throws IOException {
        m.make(QP, QpType.UC);
        m.connect(QP, Meeting.USUAL);
        for (int length : LENGTHS) {
            m.from.fill(0, length, length + 1);
            for (WrOpcode opcode : List.of(SEND, SEND_WITH_IMM, RDMA_WRITE, RDMA_WRITE_WITH_IMM)) {
                boolean takesReceive = opcode != RDMA_WRITE;
                if (takesReceive) {
                    m.to.receive(QP, RECEIVE, m.to.piece(TARGET, 10_000));
                }
                good(
                        m,
                        Work.of(m.nextWr(), opcode, m.from.piece(0, length))
                                .to(m.to.at(TARGET + 20_000), m.to.keys.rkey())
                                .with(IMMEDIATE));
                m.expectMoved(
                        m.from.piece(0, length), opcode == SEND || opcode == SEND_WITH_IMM ? TARGET : TARGET + 20_000);
                if (takesReceive) {
                    received(m, RECEIVE, length, opcode != SEND);
                }
            }
        }
    }

    private static void datagrams(Meeting m) throws IOException {
        m.make(QP, QpType.UD);
        m.connect(QP, Meeting.USUAL);
        for (int length : new int[] {0, 1, 100, 1024}) {
            m.from.fill(0, length, length + 1);
            for (WrOpcode opcode : List.of(SEND, SEND_WITH_IMM)) {
                m.to.receive(QP, RECEIVE, m.to.piece(TARGET, 2000));
                good(
                        m,
                        Work.of(m.nextWr(), opcode, m.from.piece(0, length))
                                .to(m.to.qpn(QP), Meeting.QKEY)
                                .with(IMMEDIATE));
                received(m, RECEIVE, GRH + length, opcode == SEND_WITH_IMM);
                m.expectMoved(m.from.piece(0, length), TARGET + GRH);
                shouldNameTheSender(m);
            }
        }
        m.to.receive(QP, RECEIVE, m.to.piece(TARGET, 2000));
        good(m, Work.of(m.nextWr(), SEND, m.from.piece(0, 100)).to(m.to.qpn(QP), Meeting.QKEY + 1));
        m.to.shouldHaveNoCompletion(SOON);
    }

    private static void shouldNameTheSender(Meeting m) throws IOException {
        byte[] grh = m.to.side.get(TARGET, GRH);
        long address = m.from.side.gid().low();
        byte[] expected = {(byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address};
        assertArrayEquals(expected, Arrays.copyOfRange(grh, SOURCE_ADDRESS_AT, SOURCE_ADDRESS_AT + 4));
        m.to.expected.put(TARGET, grh);
    }
}
