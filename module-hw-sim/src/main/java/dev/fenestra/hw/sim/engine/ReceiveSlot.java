package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.queue.ReceiveSource;
import dev.fenestra.hw.sim.queue.WorkQueues;
import org.jspecify.annotations.Nullable;

/** The receive WQE that a QP is filling, from its own queue or from an SRQ, and how far it has come. */
final class ReceiveSlot {
    boolean taken;
    /** What its CQE says of it: the count of the receive, or the index of an SRQ's WQE. */
    int index;

    /** The SRQ it comes from, or null. */
    @Nullable
    SrqContext from;

    /** The queue it lies in. */
    ReceiveSource source;
    /** Where the next byte goes: piece of the list and bytes within. */
    int unit;

    int offset;
    /** PD that its pieces' keys must belong to. */
    int pd;

    ReceiveSlot(ReceiveSource source) {
        this.source = source;
    }

    void takeOwn(QpContext qp) {
        take(qp.nextReceive, qp.queues);
        from = null;
        pd = qp.pd;
    }

    void takeShared(SrqContext srq, int wqe, WorkQueues taker) {
        take(wqe, srq.receives.source(taker));
        from = srq;
        pd = srq.pd;
    }

    private void take(int newIndex, ReceiveSource newSource) {
        taken = true;
        index = newIndex;
        source = newSource;
        rewind();
    }

    /**
     * Notes bytes that were placed.
     *
     * @param room bytes that the piece had left
     */
    void advance(int bytes, long room) {
        offset += bytes;
        if (bytes == room) {
            unit++;
            offset = 0;
        }
    }

    /** Begins to fill it anew. */
    void rewind() {
        unit = 0;
        offset = 0;
    }
}
