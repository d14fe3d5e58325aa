package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.Psn;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.DataWalk;
import dev.fenestra.hw.sim.hca.request.SendKind;
import dev.fenestra.hw.sim.hca.respond.PayloadLength;
import dev.fenestra.hw.sim.hca.respond.ReceiveUnit;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/**
 * Decides whether packets from the middle of a large message are accepted as one: only if each of them would certainly
 * be accepted. It changes nothing. Other such packets are judged one by one.
 */
public final class PacketBursts {
    private final Outbox outbox;
    private final Protection protection;
    private final ReceiveUnit receives;
    private final Grant grant = new Grant(Use.PLACE);
    private final DataWalk landing;

    /**
     * Makes a unit.
     *
     * @param outbox says whether the device takes several packets as one
     * @param protection the rules of memory
     * @param receives knows the receive in use
     */
    public PacketBursts(Outbox outbox, Protection protection, ReceiveUnit receives) {
        this.outbox = outbox;
        this.protection = protection;
        this.receives = receives;
        landing = new DataWalk(protection, Use.LAND);
    }

    /**
     * {@return whether each of several packets from the peer of a QP would be accepted}
     *
     * @param qp the QP on which they arrived
     * @param burst the packets
     * @param mask {@link OpcodeMask} of their opcode
     */
    public boolean isCertain(QpContext qp, Packet burst, int mask) {
        boolean isFull = outbox.handlesBursts()
                && qp.service == QpService.RC
                && (mask & OpcodeMask.MIDDLE) != 0
                && burst.payloadBytes() == burst.packets() * qp.connection.mtu;
        return isFull && ((mask & OpcodeMask.REQUEST) != 0 ? isRequest(qp, burst, mask) : isAnswer(qp, burst, mask));
    }

    /** {@return whether the responder would accept each packet of a request} */
    private boolean isRequest(QpContext qp, Packet burst, int mask) {
        boolean isExpected =
                qp.answers() && Bth.psn(burst.header, 0) == qp.receive.expectedPsn && qp.receive.follows(mask);
        return isExpected
                && ((mask & OpcodeMask.WRITE) != 0
                        ? isWritable(qp, burst.payloadBytes())
                        : receives.isCertain(qp, burst.payloadBytes()));
    }

    private boolean isWritable(QpContext qp, int bytes) {
        ReceiveState write = qp.receive;
        return qp.connection.remoteWrite
                && bytes < write.writeLeft
                && write.writeLeft <= PayloadLength.LONGEST_MESSAGE
                && protection.remoteAtOnce(
                        qp, RemoteAccess.WRITE, write.writeKey, write.writeAddress, write.writeLeft, bytes, grant);
    }

    /** {@return whether the completer would accept each packet of a READ's answer} */
    private boolean isAnswer(QpContext qp, Packet burst, int mask) {
        int psn = Bth.psn(burst.header, 0);
        boolean isExpected = (mask & OpcodeMask.READ_RESPONSE) != 0
                && !qp.faults.waits(Use.LAND)
                && qp.sends()
                && qp.send.isOutstanding(psn);
        int slot = isExpected ? Completer.oldestWaitingFetch(qp) : -1;
        FetchedSends ring = qp.send.ring;
        if (slot < 0 || SendKind.of(ring.opcode(slot)) != SendKind.READ) {
            return false;
        }
        long done = (long) qp.send.readProgress * qp.connection.mtu;
        boolean isNext = psn == Psn.plus(ring.firstPsn(slot), qp.send.readProgress)
                && done + burst.payloadBytes() < ring.length(slot);
        if (!isNext) {
            return false;
        }
        landing.seek(qp, ring.wqeIndex(slot), ring.firstPiece(slot), ring.endOfPieces(slot), done);
        return landing.holdsBurst(qp, ring.wqeIndex(slot), burst);
    }
}
