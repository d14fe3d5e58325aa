package dev.fenestra.hw.sim.hca.queue;

/** Where receive requests lie: a QP's own queue or a shared one. */
@FunctionalInterface
public interface ReceiveSource {

    /**
     * Reads a piece of a receive request.
     *
     * @param index of the request
     * @param number of the piece, 0 and up
     * @param into gets the piece
     * @return false when the request has no such piece
     */
    boolean receivePiece(int index, int number, DataPiece into);
}
