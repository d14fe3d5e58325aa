package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.qp.Connection;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpTable;

/**
 * Reads the state of the next QPs, and of their peers. It goes step by step for all of them, in loops so short that a
 * processor waits for all reads of a step at once, and not for each QP in its turn. It changes nothing.
 */
final class Prefetch {
    private static final int MOST_QPS = 16;

    private final ReadySet ready;
    private final QpTable table;
    private final Outbox outbox;
    private final int[] peers = new int[MOST_QPS];
    private final QpContext[] next = new QpContext[MOST_QPS];
    /** Keeps the values that were read. Without it, the compiler would drop the reads. */
    private int sink;

    Prefetch(ReadySet ready, QpTable table, Outbox outbox) {
        this.outbox = outbox;
        this.ready = ready;
        this.table = table;
    }

    /**
     * Reads state of the QPs that come next, and announces them to their peers.
     *
     * @param from the smallest number to read
     * @return one above the last QP that was read
     */
    int run(int from) {
        int count = 0;
        int end = from;
        for (int qpn = ready.next(from); qpn >= 0 && count < MOST_QPS; qpn = ready.next(qpn + 1)) {
            QpContext qp = table.find(qpn);
            if (qp != null) {
                next[count++] = qp;
            }
            end = qpn + 1;
        }
        int seen = 0;
        for (int step = 0; step < QpContext.STEPS; step++) {
            for (int i = 0; i < count; i++) {
                seen += next[i].readAhead(step);
            }
        }
        sink = seen;
        announce(count);
        return end;
    }

    /** Tells the peer of the first QP which of its QPs the next ones are connected to. */
    private void announce(int count) {
        if (count == 0 || !outbox.carriesBursts(next[0])) {
            return;
        }
        int port = next[0].connection.destinationPort;
        int n = 0;
        for (int i = 0; i < count; i++) {
            Connection connection = next[i].connection;
            if (connection.destinationPort == port) {
                peers[n++] = connection.remoteQpn;
            }
        }
        outbox.announce(port, peers, n);
    }

    /**
     * Reads state of QPs for which packets will soon arrive.
     *
     * @param numbers of QPs, up to {@link #MOST_QPS}; those of no QP are ignored
     * @param n how many
     */
    void expect(int[] numbers, int n) {
        int count = 0;
        for (int i = 0; i < Math.min(n, MOST_QPS); i++) {
            QpContext qp = table.find(numbers[i]);
            if (qp != null) {
                next[count++] = qp;
            }
        }
        int seen = 0;
        for (int step = 0; step < QpContext.PEER_STEPS; step++) {
            for (int i = 0; i < count; i++) {
                seen += next[i].readAheadForPeer(step);
            }
        }
        sink = seen;
    }
}
