package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.protection.Grant;
import dev.fenestra.hw.sim.engine.protection.Protection;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.ReceiveSlot;
import dev.fenestra.hw.sim.engine.qp.SendRing;
import dev.fenestra.hw.sim.queue.DataPiece;

/**
 * Decides which arriving data travels inside its completion, for software to place. Only what the device could place
 * itself does, so the same is refused either way; and only memory that the process sees at the addresses of its region,
 * since that is where software copies to.
 */
final class InlineData {
    private final Protection protection;
    private final Grant grant = new Grant(Use.RECEIVE);
    private final DataPiece piece = new DataPiece();

    InlineData(Protection protection) {
        this.protection = protection;
    }

    /** Whether the whole data of a message can travel in the completion of the receive it is for. */
    boolean fits(ReceiveSlot slot, int bytes) {
        int left = bytes;
        for (int i = 0; left > 0; i++) {
            if (!slot.source.receivePiece(slot.index, i, piece) || !isWritable(slot.pd, left)) {
                return false;
            }
            left -= (int) Math.min(left, piece.length);
        }
        return true;
    }

    /** Whether the whole answer to a request of the send queue can travel in the request's completion. */
    boolean fits(QpContext qp, int slot, int bytes) {
        SendRing ring = qp.send.ring;
        int left = bytes;
        for (int i = ring.firstPiece(slot); left > 0; i++) {
            if (i >= ring.endOfPieces(slot)) {
                return false;
            }
            qp.queues.piece(ring.wqeIndex(slot), i, piece);
            if (!isWritable(qp.pd, left)) {
                return false;
            }
            left -= (int) Math.min(left, piece.length);
        }
        return true;
    }

    private boolean isWritable(int pd, int left) {
        int part = (int) Math.min(left, piece.length);
        return part == 0 || protection.softwareMayPlace(pd, piece, part, grant);
    }
}
