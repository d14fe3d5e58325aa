package dev.fenestra.hw.sim.engine;

import org.jspecify.annotations.Nullable;

/** The receive WQE that a QP is filling, from its own queue or from an SRQ, and how far it has come. */
final class ReceiveSlot {
    boolean taken;
    /** What its CQE says of it: the count of the receive, or the index of an SRQ's WQE. */
    int index;

    /** The SRQ it comes from, or null. */
    @Nullable
    SrqContext from;

    RingMemory memory;
    /** Where in the memory its data segments begin. */
    int at;
    /** Data segments it has room for. */
    int units;
    /** Where the next byte goes: data segment and bytes within. */
    int unit;

    int offset;
    /** PD that its data segments' keys must belong to. */
    int pd;

    ReceiveSlot(RingMemory memory) {
        this.memory = memory;
    }

    void takeOwn(QpContext qp) {
        take(qp.nextReceive, qp.queues.memory(), qp.queues.receiveUnit(qp.nextReceive, 0), qp.queues.receiveUnits());
        from = null;
        pd = qp.pd;
    }

    void takeShared(SrqContext srq, int wqe) {
        take(wqe, srq.memory(), srq.dataOf(wqe), srq.units());
        from = srq;
        pd = srq.pd;
    }

    private void take(int newIndex, RingMemory newMemory, int firstSegment, int segments) {
        taken = true;
        index = newIndex;
        memory = newMemory;
        at = firstSegment;
        units = segments;
        rewind();
    }

    /** Begins to fill it anew. */
    void rewind() {
        unit = 0;
        offset = 0;
    }
}
