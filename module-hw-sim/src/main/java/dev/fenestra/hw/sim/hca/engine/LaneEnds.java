package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.AtomicAnswers;
import dev.fenestra.hw.sim.fabric.link.AtomicBurst;
import dev.fenestra.hw.sim.fabric.link.LanePath;
import dev.fenestra.hw.sim.fabric.link.MessageBurst;
import dev.fenestra.hw.sim.fabric.link.PlainAck;
import dev.fenestra.hw.sim.hca.event.Completions;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.request.AtomicLanding;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.Lanes;
import dev.fenestra.hw.sim.hca.request.UmrLane;
import dev.fenestra.hw.sim.hca.respond.AnswerLane;
import org.jspecify.annotations.Nullable;

/** A device's lanes, and their receiving ends. What is not taken has had no effect. */
public final class LaneEnds {
    private final boolean isOn;
    private final QpTable qps;
    private final MessageLane messages;
    private final AtomicLane atomics;
    private final AtomicAnswerLane answers;
    private final AckLane acks;
    private final UmrLane keys;

    /**
     * Makes the lanes of a device.
     *
     * @param longest bytes of the longest message of this device
     */
    LaneEnds(
            HcaConfig config,
            QpTable qps,
            Protection protection,
            DmaBus bus,
            Outbox outbox,
            Watch watch,
            ReadySet ready,
            Completions completions,
            Completer completer,
            long longest) {
        isOn = config.lanes();
        this.qps = qps;
        LaneGate gate = new LaneGate(outbox);
        LaneReceives receives = new LaneReceives(protection, completions);
        messages = new MessageLane(protection, receives, gate, bus, outbox, watch, ready, longest);
        atomics = new AtomicLane(protection, gate, bus, outbox, watch, ready);
        answers = new AtomicAnswerLane(gate, new AtomicLanding(protection, bus, completer), outbox, watch);
        acks = new AckLane(gate, completer, watch);
        keys = new UmrLane(protection.windows, completions);
    }

    /** {@return the sending ends of the lanes of requests} */
    Lanes sending() {
        return isOn ? new Lanes(messages, atomics, keys) : Lanes.NONE;
    }

    /** {@return the sending end of the lane of answers} */
    AnswerLane answering() {
        return isOn ? answers : AnswerLane.NONE;
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
