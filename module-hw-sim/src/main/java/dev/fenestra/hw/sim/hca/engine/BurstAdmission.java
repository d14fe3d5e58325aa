package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.request.AnswerBursts;
import dev.fenestra.hw.sim.hca.respond.RequestBursts;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;

/**
 * Decides whether a burst is accepted as one: only if each of its packets would certainly be accepted. It changes
 * nothing. Another burst is split, and each packet is judged alone.
 */
final class BurstAdmission {
    private final Outbox outbox;
    private final RequestBursts requests;
    private final AnswerBursts answers;

    BurstAdmission(Outbox outbox, RequestBursts requests, AnswerBursts answers) {
        this.outbox = outbox;
        this.requests = requests;
        this.answers = answers;
    }

    /** {@return whether each packet of a burst from the peer of a QP would be accepted} */
    boolean isCertain(QpContext qp, Packet burst, int mask) {
        boolean isFull = outbox.handlesBursts()
                && qp.service == Qpc.SERVICE_RC
                && (mask & OpcodeMask.MIDDLE) != 0
                && burst.payloadBytes() == burst.packets() * qp.connection.mtu;
        return isFull
                && ((mask & OpcodeMask.REQUEST) != 0
                        ? requests.isCertain(qp, burst, mask)
                        : answers.isCertain(qp, burst, mask));
    }
}
