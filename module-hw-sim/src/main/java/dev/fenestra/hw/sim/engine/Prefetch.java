package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.number.ReadySet;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.QpTable;

/**
 * Reads a little of the state of the next QPs, in loops so short that a processor waits for all reads at once and not
 * for each QP in its turn. It changes nothing.
 */
final class Prefetch {
    private static final int MOST_QPS = 16;

    private final ReadySet ready;
    private final QpTable table;
    private final QpContext[] next = new QpContext[MOST_QPS];
    /** Keeps the values that were read. Without it, the compiler would drop the reads. */
    private int sink;

    Prefetch(ReadySet ready, QpTable table) {
        this.ready = ready;
        this.table = table;
    }

    /**
     * Reads state of the QPs that come next.
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
        for (int i = 0; i < count; i++) {
            seen += next[i].prefetchState();
        }
        for (int i = 0; i < count; i++) {
            seen += next[i].prefetchQueues();
        }
        sink = seen;
        return end;
    }
}
