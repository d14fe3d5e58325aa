package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.ReceiveSource;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import org.jspecify.annotations.Nullable;

/** The receive WQE that a QP is filling, from its own queue or from an SRQ, and the place of the next byte. */
public final class ReceiveSlot {
    /** Whether a receive is in use; if not, the other fields are old. */
    public boolean taken;
    /** The index for its CQE: the count of the receive, or the index of an SRQ's WQE. */
    public int index;

    /** The SRQ that it comes from, or null. */
    @Nullable
    public SrqContext from;

    /** The queue that has it. */
    public ReceiveSource source;
    /** The piece that the next byte goes to. */
    public int unit;

    /** Bytes of that piece that are filled. */
    public int offset;
    /** The PD that its pieces' keys must belong to. */
    public int pd;

    /**
     * Makes a slot without a receive.
     *
     * @param source the QP's own queue
     */
    ReceiveSlot(ReceiveSource source) {
        this.source = source;
    }

    /**
     * Takes a receive of the QP's own queue.
     *
     * @param wqe count of the receive
     * @param own the QP's queues
     * @param ownPd the QP's PD
     */
    public void takeOwn(int wqe, WorkQueues own, int ownPd) {
        take(wqe, own);
        from = null;
        pd = ownPd;
    }

    /**
     * Takes a receive of an SRQ.
     *
     * @param srq the SRQ
     * @param wqe index of the receive
     * @param taker queues of the QP
     */
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
     * @param bytes that were placed in the present piece
     * @param room bytes that the piece had left
     */
    public void advance(int bytes, long room) {
        offset += bytes;
        if (bytes == room) {
            unit++;
            offset = 0;
        }
    }

    /** Starts to fill the receive again. */
    public void rewind() {
        unit = 0;
        offset = 0;
    }
}
