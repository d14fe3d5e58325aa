package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.ReceiveSlot;
import dev.fenestra.hw.sim.hca.queue.DataPiece;

/**
 * Decides which messages travel inside the completion of their receive, for software to place. The device must be able
 * to place them itself, so the same accesses are refused either way. The process must see the memory at the addresses
 * of its region, since software copies to those.
 */
final class InlineReceives {
    private final Protection protection;
    private final Grant grant = new Grant(Use.RECEIVE);
    private final DataPiece piece = new DataPiece();

    InlineReceives(Protection protection) {
        this.protection = protection;
    }

    /** {@return whether the whole data of a message can travel in the completion of its receive} */
    boolean fits(ReceiveSlot slot, int bytes) {
        int left = bytes;
        for (int i = 0; left > 0; i++) {
            if (!slot.source.receivePiece(slot.index, i, piece) || piece.isInline) {
                return false;
            }
            int part = (int) Math.min(left, piece.length);
            if (part != 0 && !protection.softwareMayPlace(slot.pd, piece, part, grant)) {
                return false;
            }
            left -= part;
        }
        return true;
    }
}
