package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.LanePath;
import dev.fenestra.hw.sim.hca.port.Admission;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.qp.SendState;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;

/**
 * What must hold before a request, or its answer, takes a lane. A QP for which it does not hold takes the general path.
 */
final class LaneGate {
    private final Outbox outbox;

    LaneGate(Outbox outbox) {
        this.outbox = outbox;
    }

    /** {@return whether an RC QP has sent all that it has fetched, and waits for nobody} */
    boolean sends(QpContext qp) {
        return qp.service == Qpc.SERVICE_RC
                && qp.state == Qpc.STATE_RTS
                && qp.send.ring.cursor == qp.send.ring.tail
                && qp.send.rnrDeadline == SendState.NEVER;
    }

    /** {@return whether requests from a PSN on are what an RC QP expects next from its peer} */
    boolean expects(QpContext qp, LanePath arrived, int psn) {
        return qp.service == Qpc.SERVICE_RC
                && takes(qp)
                && qp.receive.expectedPsn == psn
                && qp.receive.expectedPart == ReceiveState.NO_MESSAGE
                && qp.receive.acks.coalesces()
                && isOpen(qp, arrived);
    }

    /**
     * {@return whether the state of an RC QP lets requests arrive, and nobody is to be told} In RTR, the first request
     * raises an event.
     */
    private static boolean takes(QpContext qp) {
        return qp.state == Qpc.STATE_RTS || qp.state == Qpc.STATE_RTR && qp.receive.established;
    }

    /** {@return whether what arrived for a QP comes from its peer, and no observer waits for its packets} */
    boolean isOpen(QpContext qp, LanePath arrived) {
        return Admission.isOfPath(qp.connection, arrived) && outbox.handlesBursts();
    }
}
