package dev.fenestra.hw.sim.queue;

/** Where receive requests lie: a QP's own queue or a shared one. */
@FunctionalInterface
public interface ReceiveSource {

    /** Reads a piece of a receive request; false when it has no such piece. */
    boolean receivePiece(int index, int number, DataPiece into);
}
