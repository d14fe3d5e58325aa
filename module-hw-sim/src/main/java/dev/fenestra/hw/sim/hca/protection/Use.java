package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.mlx5.prm.Eqe;

/** The use of memory by a QP. A QP waits for the pages of one access of each slot at a time. */
public enum Use {
    /** The data of a request to send. */
    GATHER(Eqe.FAULT_REQUESTOR, 0),
    /** The target of the answer to a request. */
    LAND(Eqe.FAULT_REQUESTOR | Eqe.FAULT_WRITE, 1),
    /** The data of a READ to answer. */
    ANSWER(Eqe.FAULT_RDMA, 2),
    /** The target of an arriving message. It shares its slot with {@link #PLACE}: one packet arrives at a time. */
    RECEIVE(Eqe.FAULT_WRITE, 3),
    /** The target of a peer's WRITE, atomic or FLUSH. */
    PLACE(Eqe.FAULT_WRITE | Eqe.FAULT_RDMA, 3);

    static final int SLOTS = 4;

    /** Bits {@code FAULT_} of {@link Eqe}, as a page fault event has them. */
    final int flags;

    final int slot;

    Use(int flags, int slot) {
        this.flags = flags;
        this.slot = slot;
    }

    /** {@return whether the device writes to the memory} */
    boolean writes() {
        return (flags & Eqe.FAULT_WRITE) != 0;
    }
}
