package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.engine.protection.Grant;
import dev.fenestra.hw.sim.engine.protection.Protection;
import dev.fenestra.hw.sim.engine.protection.RemoteAccess;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.Psn;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.SendRing;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;

/**
 * Decides whether a burst is taken as one: only if it is certain that each of its packets would be accepted. Changes
 * nothing; a burst that is not certain is split, and each packet is judged alone.
 */
final class BurstAdmission {
    private final Protection protection;
    private final Grant grant = new Grant(Use.PLACE);
    private final ReceiveUnit receives;
    private final DataWalk walk;

    /**
     * @param walk of its own
     */
    BurstAdmission(Protection protection, ReceiveUnit receives, DataWalk walk) {
        this.protection = protection;
        this.receives = receives;
        this.walk = walk;
    }

    /** A burst that has come from the peer of an RC QP. */
    boolean isCertain(QpContext qp, Packet burst, int mask) {
        boolean isFull = qp.service == Qpc.SERVICE_RC
                && (mask & OpcodeMask.MIDDLE) != 0
                && burst.payloadBytes() == burst.packets() * qp.connection.mtu;
        return isFull && ((mask & OpcodeMask.REQUEST) != 0 ? isNext(qp, burst, mask) : isAnswer(qp, burst, mask));
    }

    private boolean isNext(QpContext qp, Packet burst, int mask) {
        boolean isExpected =
                qp.answers() && Bth.psn(burst.header, 0) == qp.receive.expectedPsn && qp.receive.follows(mask);
        return isExpected
                && ((mask & OpcodeMask.WRITE) != 0
                        ? isWritable(qp, burst.payloadBytes())
                        : receives.isCertain(qp, burst.payloadBytes()));
    }

    private boolean isWritable(QpContext qp, int bytes) {
        return qp.connection.remoteWrite
                && bytes < qp.receive.writeLeft
                && qp.receive.writeLeft <= PayloadLength.LONGEST_MESSAGE
                && protection.remoteAtOnce(
                        qp,
                        RemoteAccess.WRITE,
                        qp.receive.writeKey,
                        qp.receive.writeAddress,
                        qp.receive.writeLeft,
                        bytes,
                        grant);
    }

    private boolean isAnswer(QpContext qp, Packet burst, int mask) {
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
