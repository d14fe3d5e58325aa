package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.prm.Eqe;

/** What a QP uses memory for. A QP waits for the pages of one access of each slot at a time. */
public enum Use {
    /** The data of a request that is being sent. */
    GATHER(Eqe.FAULT_REQUESTOR, 0),
    /** Where the answer to a request goes. */
    LAND(Eqe.FAULT_REQUESTOR | Eqe.FAULT_WRITE, 1),
    /** The data of a READ that is being answered. */
    ANSWER(Eqe.FAULT_RDMA, 2),
    /** Where a message goes that arrives. It shares its slot with {@link #PLACE}: one packet arrives at a time. */
    RECEIVE(Eqe.FAULT_WRITE, 3),
    /** Where a peer writes, executes an atomic, or flushes. */
    PLACE(Eqe.FAULT_WRITE | Eqe.FAULT_RDMA, 3);

    static final int SLOTS = 4;

    /** Bits {@code FAULT_} of {@link Eqe}, as a page fault event has them. */
    final int flags;

    final int slot;

    Use(int flags, int slot) {
        this.flags = flags;
        this.slot = slot;
    }

    /** Whether the device writes to the memory. */
    boolean writes() {
        return (flags & Eqe.FAULT_WRITE) != 0;
    }
}
