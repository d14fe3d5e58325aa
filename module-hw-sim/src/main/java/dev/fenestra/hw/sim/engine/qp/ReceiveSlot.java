package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.queue.ReceiveSource;
import dev.fenestra.hw.sim.queue.WorkQueues;
import org.jspecify.annotations.Nullable;

/** The receive WQE that a QP is filling, from its own queue or from an SRQ, and how far it has come. */
public final class ReceiveSlot {
    public boolean taken;
    /** What its CQE says of it: the count of the receive, or the index of an SRQ's WQE. */
    public int index;

    /** The SRQ it comes from, or null. */
    @Nullable
    public SrqContext from;

    /** The queue it lies in. */
    public ReceiveSource source;
    /** Where the next byte goes: piece of the list and bytes within. */
    public int unit;

    public int offset;
    /** PD that its pieces' keys must belong to. */
    public int pd;

    public ReceiveSlot(ReceiveSource source) {
        this.source = source;
    }

    /** Takes a receive of the QP's own queue. */
    public void takeOwn(int wqe, WorkQueues own, int ownPd) {
        take(wqe, own);
        from = null;
        pd = ownPd;
    }

    /** Takes a receive of an SRQ for the QP with these queues. */
    public void takeShared(SrqContext srq, int wqe, WorkQueues taker) {
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
    public void advance(int bytes, long room) {
        offset += bytes;
        if (bytes == room) {
            unit++;
            offset = 0;
        }
    }

    /** Begins to fill it anew. */
    public void rewind() {
        unit = 0;
        offset = 0;
    }
}
