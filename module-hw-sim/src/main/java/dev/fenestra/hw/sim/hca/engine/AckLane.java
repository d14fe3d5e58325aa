package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.PlainAck;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;

/**
 * The short path of plain ACKs, which saves their headers while nobody sees them. The completer processes the ACK in
 * either case. An ACK that is not taken has had no effect, and comes again as a packet.
 */
final class AckLane {
    private final LaneGate gate;
    private final Completer completer;
    private final Watch watch;

    AckLane(LaneGate gate, Completer completer, Watch watch) {
        this.gate = gate;
        this.completer = completer;
        this.watch = watch;
    }

    /**
     * Receives an ACK for a QP.
     *
     * @return whether it is taken
     */
    boolean receive(QpContext qp, PlainAck ack, long now) {
        boolean isTaken =
                qp.service == Qpc.SERVICE_RC && gate.isOpen(qp, ack) && completer.acknowledged(qp, ack.psn, now);
        if (isTaken) {
            watch.receivedByLane(1);
        }
        return isTaken;
    }
}
