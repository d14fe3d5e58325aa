package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/** Decides whether each packet of a burst from the middle of a message would be accepted. It changes nothing. */
public final class RequestBursts {
    private final Protection protection;
    private final ReceiveUnit receives;
    private final Grant grant = new Grant(Use.PLACE);

    /**
     * Makes a unit.
     *
     * @param protection the rules of memory
     * @param receives knows the receive in use
     */
    public RequestBursts(Protection protection, ReceiveUnit receives) {
        this.protection = protection;
        this.receives = receives;
    }

    /**
     * {@return whether the responder would accept each packet of a burst of full packets}
     *
     * @param qp the QP on which the burst arrived
     * @param burst the packets
     * @param mask {@link OpcodeMask} of its opcode
     */
    public boolean isCertain(QpContext qp, Packet burst, int mask) {
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
}
