package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.AtomicAnswers;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.request.AtomicLanding;
import dev.fenestra.hw.sim.hca.request.SendLane;
import dev.fenestra.hw.sim.hca.respond.AnswerLane;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;

/**
 * The short path of answers to atomics, with both of its ends. Answers with consecutive PSNs go as one. Those that are
 * not taken have had no effect, and the general path sends them.
 */
final class AtomicAnswerLane implements AnswerLane {
    private final LaneGate gate;
    private final AtomicLanding landing;
    private final Outbox outbox;
    private final Watch watch;
    private final AtomicAnswers answers = new AtomicAnswers(SendLane.MOST);

    AtomicAnswerLane(LaneGate gate, AtomicLanding landing, Outbox outbox, Watch watch) {
        this.gate = gate;
        this.landing = landing;
        this.outbox = outbox;
        this.watch = watch;
    }

    @Override
    public int send(QpContext qp, int most) {
        if (qp.service != Qpc.SERVICE_RC || !qp.receive.acks.isEmpty() || !outbox.carriesBursts(qp)) {
            return 0;
        }
        answers.count = qp.receive.responses.atomics(Math.min(most, SendLane.MOST), answers.originals);
        answers.firstPsn = qp.receive.responses.psn();
        int sent = outbox.transmit(qp, answers);
        for (int i = 0; i < sent; i++) {
            qp.receive.responses.choose();
            qp.receive.responses.removeChosen();
        }
        watch.sentByLane(sent, 0);
        return sent;
    }

    /**
     * Stores answers for a QP, from the first on, as long as each is certain to be accepted.
     *
     * @return answers that were stored
     */
    int receive(QpContext qp, AtomicAnswers arrived, long now) {
        int taken = qp.service == Qpc.SERVICE_RC && gate.isOpen(qp, arrived) ? landing.take(qp, arrived, now) : 0;
        watch.receivedByLane(taken);
        return taken;
    }
}
