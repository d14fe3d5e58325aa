package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.engine.qp.QpTable;
import dev.fenestra.hw.sim.fabric.AtomicAnswers;
import dev.fenestra.hw.sim.fabric.AtomicBurst;
import dev.fenestra.hw.sim.fabric.LanePath;
import dev.fenestra.hw.sim.fabric.MessageBurst;
import dev.fenestra.hw.sim.fabric.PlainAck;
import org.jspecify.annotations.Nullable;

/** The receiving ends of a device's lanes. What is not taken has had no effect. */
public final class LaneEnds {
    private final boolean isOn;
    private final QpTable qps;
    private final MessageLane messages;
    private final AtomicLane atomics;
    private final AtomicAnswerLane answers;
    private final AckLane acks;

    LaneEnds(
            HcaConfig config,
            QpTable qps,
            MessageLane messages,
            AtomicLane atomics,
            AtomicAnswerLane answers,
            AckLane acks) {
        isOn = config.lanes();
        this.qps = qps;
        this.messages = messages;
        this.atomics = atomics;
        this.answers = answers;
        this.acks = acks;
    }

    private @Nullable QpContext destination(LanePath path) {
        return isOn ? qps.find(path.destinationQpn) : null;
    }

    /**
     * Receives SENDs and WRITEs from the beginning of a burst.
     *
     * @param burst the messages
     * @return messages that were accepted
     */
    public int takeMessages(MessageBurst burst) {
        QpContext qp = destination(burst);
        return qp == null ? 0 : messages.receive(qp, burst);
    }

    /**
     * Receives atomics from the beginning of a burst.
     *
     * @param burst the atomics
     * @return atomics that were executed
     */
    public int takeAtomics(AtomicBurst burst) {
        QpContext qp = destination(burst);
        return qp == null ? 0 : atomics.receive(qp, burst);
    }

    /**
     * Receives answers to atomics, from the first on.
     *
     * @param arrived the answers
     * @param now the time, nanoseconds
     * @return answers that were accepted
     */
    public int takeAnswers(AtomicAnswers arrived, long now) {
        QpContext qp = destination(arrived);
        return qp == null ? 0 : answers.receive(qp, arrived, now);
    }

    /**
     * Receives an ACK.
     *
     * @param ack the ACK
     * @param now the time, nanoseconds
     * @return whether it is taken
     */
    public boolean takeAck(PlainAck ack, long now) {
        QpContext qp = destination(ack);
        return qp != null && acks.receive(qp, ack, now);
    }
}
