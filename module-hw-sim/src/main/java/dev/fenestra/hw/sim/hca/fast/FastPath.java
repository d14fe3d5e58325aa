package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicAnswers;
import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.Burst;
import dev.fenestra.hw.sim.hca.fast.burst.BurstPath;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.fast.burst.PlainAck;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.port.Outbox;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.Connection;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.qp.SendState;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.FastRequests;
import dev.fenestra.hw.sim.hca.request.Timers;
import dev.fenestra.hw.sim.hca.respond.FastAnswers;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.function.LongSupplier;

/**
 * The fast path of a device, with both of its ends. A request, or what arrives, that is not taken has had no effect,
 * and the general path takes it.
 */
public final class FastPath implements FastRequests, FastAnswers {
    private final boolean isOn;
    private final QpTable qps;
    private final Outbox outbox;
    private final Timers timers;
    private final Watch watch;
    private final Completer completer;
    private final LongSupplier clock;
    private final MessageLane messages;
    private final AtomicLane atomics;
    private final AtomicAnswerLane answers;
    private final UmrLane keys;
    private final PlainAck ack = new PlainAck();

    /**
     * Makes the fast path of a device.
     *
     * @param config whether it is on, and the longest message
     * @param qps the QPs of the device
     * @param protection the rules of memory
     * @param bus the host's memory
     * @param outbox sends bursts
     * @param watch counts what is sent and received
     * @param ready QPs that owe an answer
     * @param completions writes CQEs
     * @param completer processes answers
     * @param timers ACK timers
     * @param clock the time, nanoseconds
     */
    public FastPath(
            HcaConfig config,
            QpTable qps,
            Protection protection,
            DmaBus bus,
            Outbox outbox,
            Watch watch,
            ReadySet ready,
            CompletionReports completions,
            Completer completer,
            Timers timers,
            LongSupplier clock) {
        isOn = config.lanes();
        this.qps = qps;
        this.outbox = outbox;
        this.timers = timers;
        this.watch = watch;
        this.completer = completer;
        this.clock = clock;
        long longest = 1L << config.limits().logMaxMessage();
        LaneReceives receives = new LaneReceives(protection, completions);
        messages = new MessageLane(protection, receives, bus, outbox, watch, ready, longest);
        atomics = new AtomicLane(protection, bus, outbox, watch, ready);
        answers = new AtomicAnswerLane(protection, bus, completer, outbox, watch);
        keys = new UmrLane(protection, completions);
    }

    @Override
    public int requests(QpContext qp, int posted, int budget, long now) {
        if (!isOn || !outbox.carriesBursts(qp)) {
            return 0;
        }
        int taken = 0;
        int sent = 0;
        int more = Burst.MOST;
        int last = WorkQueues.OTHER;
        while (taken < budget && qp.send.nextFetch != posted) {
            int kind = qp.queues.kind(qp.send.nextFetch);
            if (kind == last && more < Burst.MOST) {
                // The lane has stopped before this request.
                break;
            }
            more = kind == WorkQueues.KEY
                    ? keys.execute(qp, posted, budget - taken)
                    : send(qp, kind, posted, budget - taken);
            if (more == 0) {
                break;
            }
            taken += more;
            sent += kind == WorkQueues.KEY ? 0 : more;
            last = kind;
        }
        if (sent > 0) {
            timers.arm(qp, now);
        }
        return taken;
    }

    private int send(QpContext qp, int kind, int posted, int budget) {
        if (kind == WorkQueues.OTHER || !sendsNow(qp)) {
            return 0;
        }
        int most = Math.min(qp.send.room(posted), Math.min(budget, Burst.MOST));
        return kind == WorkQueues.MESSAGE ? messages.send(qp, most) : atomics.send(qp, most);
    }

    /** {@return whether an RC QP has sent all that it has fetched, and waits for nobody} */
    private static boolean sendsNow(QpContext qp) {
        return qp.service == QpService.RC
                && qp.state == QpState.RTS
                && qp.send.ring.cursor == qp.send.ring.tail
                && qp.send.rnrDeadline == SendState.NEVER;
    }

    @Override
    public int atomicAnswers(QpContext qp, int most) {
        boolean isFree = isOn && qp.service == QpService.RC && qp.receive.acks.isEmpty() && outbox.carriesBursts(qp);
        return isFree ? answers.send(qp, Math.min(most, Burst.MOST)) : 0;
    }

    @Override
    public boolean acknowledge(QpContext qp, int psn) {
        if (!isOn || !outbox.carriesBursts(qp)) {
            return false;
        }
        ack.psn = psn;
        boolean isTaken = outbox.transmit(qp, ack) > 0;
        if (isTaken) {
            watch.sentByLane(1, 0);
        }
        return isTaken;
    }

    /**
     * Takes packets from the beginning of a burst that has arrived.
     *
     * @param burst the packets
     * @return how many it has taken; the others have had no effect
     */
    public int take(Burst burst) {
        BurstPath path = burst.path();
        QpContext qp = isOn ? qps.find(path.destinationQpn) : null;
        if (qp == null || qp.service != QpService.RC || !isOfPeer(path, qp.connection) || !outbox.handlesBursts()) {
            return 0;
        }
        return switch (burst) {
            case MessageBurst arrived -> expects(qp, arrived.firstPsn) ? messages.receive(qp, arrived) : 0;
            case AtomicBurst arrived -> expects(qp, arrived.firstPsn) ? atomics.receive(qp, arrived) : 0;
            case AtomicAnswers arrived -> answers.receive(qp, arrived, clock.getAsLong());
            case PlainAck arrived -> acknowledged(qp, arrived.psn);
        };
    }

    /** {@return whether a burst comes from the QP's peer to its own GID} */
    private static boolean isOfPeer(BurstPath path, Connection connection) {
        return path.sourceGidLow == connection.remoteGidLow
                && path.sourceGidHigh == connection.remoteGidHigh
                && path.destinationGidLow == connection.localGidLow
                && path.destinationGidHigh == connection.localGidHigh;
    }

    /** {@return whether requests from a PSN on are what an RC QP expects next from its peer} */
    private static boolean expects(QpContext qp, int psn) {
        return takesRequests(qp)
                && qp.receive.expectedPsn == psn
                && qp.receive.expectedPart == ReceiveState.NO_MESSAGE
                && qp.receive.acks.coalesces();
    }

    /**
     * {@return whether the state of an RC QP lets requests arrive, and nobody is to be told} In RTR, the first request
     * raises an event.
     */
    private static boolean takesRequests(QpContext qp) {
        return qp.state == QpState.RTS || qp.state == QpState.RTR && qp.receive.established;
    }

    private int acknowledged(QpContext qp, int psn) {
        boolean isTaken = completer.acknowledged(qp, psn, clock.getAsLong());
        if (isTaken) {
            watch.receivedByLane(1, 0);
        }
        return isTaken ? 1 : 0;
    }
}
