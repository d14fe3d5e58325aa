package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.queue.DataPiece;

/**
 * Decides which arriving data travels inside its completion, for software to place. Only what the device could place itself does, so the
 * same is refused either way; and only memory that the process sees at the addresses of its region, since that is where software
 * copies to.
 */
final class InlineData {
    private final KeyChecks checks;
    private final Dma dma;
    private final DataPiece piece = new DataPiece();

    InlineData(KeyChecks checks, Dma dma) {
        this.checks = checks;
        this.dma = dma;
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
        SendRing ring = qp.sends;
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
        return part == 0
                || checks.local(pd, piece.lkey, piece.address, part, true) == null
                        && checks.isVirtual(piece.lkey)
                        && dma.reaches(checks.mtt, checks.position, part);
    }
}
