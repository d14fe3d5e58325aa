package dev.fenestra.hw.sim.hca.protection;

/** The use of memory by a QP. A QP waits for the pages of one access of each slot at a time. */
public enum Use {
    /** The data of a request to send. */
    GATHER(true, false, false, 0),
    /** The target of the answer to a request. */
    LAND(true, true, false, 1),
    /** The data of a READ to answer. */
    ANSWER(false, false, true, 2),
    /** The target of an arriving message. It shares its slot with {@link #PLACE}: one packet arrives at a time. */
    RECEIVE(false, true, false, 3),
    /** The target of a peer's WRITE, atomic or FLUSH. */
    PLACE(false, true, true, 3);

    static final int SLOTS = 4;

    /** Whether a request of the QP itself uses the memory. */
    final boolean isOfRequest;
    /** Whether the device writes to the memory. */
    final boolean writes;
    /** Whether a remote operation of the peer uses the memory. */
    final boolean isOfPeer;

    final int slot;

    Use(boolean isOfRequest, boolean writes, boolean isOfPeer, int slot) {
        this.isOfRequest = isOfRequest;
        this.writes = writes;
        this.isOfPeer = isOfPeer;
        this.slot = slot;
    }
}
