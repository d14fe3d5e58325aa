package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;

/**
 * Decides which answers travel inside the completion of their request, for software to place. The device must be able
 * to place them itself, so the same accesses are refused either way. The process must see the memory at the addresses
 * of its region, since software copies to those.
 */
final class InlineAnswers {
    private final Protection protection;
    private final Grant grant = new Grant(Use.RECEIVE);
    private final DataPiece piece = new DataPiece();

    InlineAnswers(Protection protection) {
        this.protection = protection;
    }

    /** {@return whether the whole answer to a request of the send queue can travel in the request's completion} */
    boolean fits(QpContext qp, int slot, int bytes) {
        FetchedSends ring = qp.send.ring;
        int left = bytes;
        for (int i = ring.firstPiece(slot); left > 0; i++) {
            if (i >= ring.endOfPieces(slot)) {
                return false;
            }
            qp.queues.piece(ring.wqeIndex(slot), i, piece);
            int part = (int) Math.min(left, piece.length);
            if (piece.isInline || part != 0 && !protection.softwareMayPlace(qp.pd, piece, part, grant)) {
                return false;
            }
            left -= part;
        }
        return true;
    }
}
