package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;

/**
 * The receives of SENDs that arrive by a lane: those of the QP's own queue whose first piece has room for the message
 * in one page. Other receives are for the general path, which finds them untouched.
 */
final class LaneReceives {
    private final KnownKey target;
    private final CompletionReports completions;
    private final DataPiece piece = new DataPiece();

    LaneReceives(Protection protection, CompletionReports completions) {
        target = new KnownKey(protection, Use.RECEIVE);
        this.completions = completions;
    }

    /** Begins a burst. */
    void begin() {
        target.forget();
    }

    /**
     * Finds the memory of the next receive.
     *
     * @param bytes of the message, at least 1
     * @return its bus address; {@link KnownKey#NOT_CERTAIN} when the general path must decide
     */
    long find(QpContext qp, int bytes) {
        int index = qp.receive.nextReceive;
        boolean isPlain = qp.srq == null
                && !qp.receive.slot.taken
                && bytes > qp.receive.inlineReceive
                && qp.queues.hasReceive(index)
                && qp.queues.receivePiece(index, 0, piece)
                && !piece.isInline
                && piece.length >= bytes;
        if (!isPlain) {
            return KnownKey.NOT_CERTAIN;
        }
        int lkey = piece.lkey;
        long address = piece.address;
        boolean isGranted = target.grants(lkey, address, bytes) || target.learnLocal(qp, lkey, address, bytes);
        return isGranted ? target.reach(address, bytes) : KnownKey.NOT_CERTAIN;
    }

    /**
     * Completes the receive that was found.
     *
     * @param bytes of the message
     * @return whether the QP takes more; the completion may have overrun its CQ, and that ends the QP
     */
    boolean complete(QpContext qp, int bytes) {
        int index = qp.receive.nextReceive;
        qp.receive.nextReceive = index + 1 & 0xffff;
        completions.received(
                qp, index, CompletionKind.RECEIVE_SEND, bytes, 0, false, CompletionReports.NO_DATAGRAM, false);
        return qp.answers();
    }
}
