package dev.fenestra.tools.duties;

/** Checks some duties. It is told what programs do, act by act, when the state of the programs has it already. */
interface DutyCheck {

    /** A send request was posted. It is the last outstanding one of its QP. */
    default void posted(SendRequest request) {}

    /** A receive was posted. It is the last outstanding one of its queue. */
    default void posted(CheckedProgram program, ReceiveRequest receive) {}

    /**
     * The completion of a send request was polled, or that of a later one. It is no longer outstanding.
     *
     * @param succeeded whether it is done
     */
    default void retired(SendRequest request, boolean succeeded) {}

    /**
     * The completion of a receive was polled. It is no longer outstanding.
     *
     * @param bytes that the message has brought
     */
    default void received(CheckedQp qp, ReceiveRequest receive, long bytes) {}

    /** A program has stored into its memory. */
    default void stored(CheckedProgram program, AddressRange range) {}

    /** A program has loaded from its memory. */
    default void loaded(CheckedProgram program, AddressRange range) {}

    /** A program is about to unmap memory. */
    default void unmapping(CheckedProgram program, AddressRange range) {}

    /** A region is gone, or has other bytes. */
    default void regionGone(CheckedProgram program, CheckedRegion region) {}

    /** A QP was created. */
    default void created(CheckedQp qp) {}

    /** A QP is gone, or has gone back to RESET. What was outstanding on it still is. */
    default void emptied(CheckedQp qp) {}

    /** A CQ is about to be destroyed, or the program has ended. */
    default void ending(CheckedProgram program, CheckedCq cq) {}

    /** An event of a CQ was taken. */
    default void eventTaken(CheckedProgram program, CheckedCq cq) {}

    /** A program has ended. What it has left is still there. */
    default void ended(CheckedProgram program) {}
}
