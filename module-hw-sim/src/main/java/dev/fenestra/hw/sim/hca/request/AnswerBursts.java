package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.SendRing;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/** Decides whether each packet of a burst from the middle of a READ's answer would be accepted. It changes nothing. */
public final class AnswerBursts {
    private final DataWalk walk;

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     */
    public AnswerBursts(Protection protection) {
        walk = new DataWalk(protection, Use.LAND);
    }

    /**
     * {@return whether the completer would accept each packet of a burst of full packets}
     *
     * @param qp the QP on which the burst arrived
     * @param burst the packets
     * @param mask {@link dev.fenestra.hw.sim.roce.wire.OpcodeMask} of its opcode
     */
    public boolean isCertain(QpContext qp, Packet burst, int mask) {
        int psn = Bth.psn(burst.header, 0);
        boolean isExpected = (mask & OpcodeMask.READ_RESPONSE) != 0
                && !qp.faults.waits(Use.LAND)
                && qp.sends()
                && qp.send.isOutstanding(psn);
        int slot = isExpected ? Completer.oldestWaitingFetch(qp) : -1;
        SendRing ring = qp.send.ring;
        if (slot < 0 || SendKind.of(ring.opcode(slot)) != SendKind.READ) {
            return false;
        }
        long done = (long) qp.send.readProgress * qp.connection.mtu;
        boolean isNext = psn == Psn.plus(ring.firstPsn(slot), qp.send.readProgress)
                && done + burst.payloadBytes() < ring.length(slot);
        if (!isNext) {
            return false;
        }
        walk.seek(qp, ring.wqeIndex(slot), ring.firstPiece(slot), ring.endOfPieces(slot), done);
        return walk.holdsBurst(qp, ring.wqeIndex(slot), burst);
    }
}
