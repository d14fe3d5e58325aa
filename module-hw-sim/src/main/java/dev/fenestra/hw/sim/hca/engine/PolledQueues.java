package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.queue.NotifyingRing;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.function.Consumer;

/**
 * Queues of software that rings no doorbell the device hears: it only stores, to memory that the device can read. Each
 * look compares their doorbell records with the engine's own counts, so that nothing depends on what an earlier look
 * has seen. Used in the device's serial order only; a look at no queues costs one comparison.
 */
public final class PolledQueues {
    /** Indexes of requests count modulo 65536. */
    private static final int INDEX_MASK = 0xffff;

    /** Looks at the arms of CQs are as far apart, nanoseconds: software may have just written what they read. */
    private static final long ARM_NANOS = 1_000;

    private final QpStates states;
    private final Notifications notifications;
    private final Fabric fabric;
    private final Consumer<QpContext> turn;
    private final HotList<QpContext> qps;
    private final HotList<NotifyingRing> cqs;
    /** The time of the last look at arms. */
    private long armsLooked = -ARM_NANOS;

    /** @param turn gives a QP a turn */
    PolledQueues(QpStates states, Notifications notifications, Fabric fabric, Consumer<QpContext> turn) {
        this.states = states;
        this.notifications = notifications;
        this.fabric = fabric;
        this.turn = turn;
        qps = new HotList<>(this::look, fabric::now);
        cqs = new HotList<>(this::look, fabric::now);
    }

    /**
     * Polls this QP from now on.
     *
     * @param qp a QP that is not polled
     */
    public void add(QpContext qp) {
        qps.add(qp);
        fabric.polls(1);
    }

    /** Polls this QP no more. A QP that was not polled is ignored. */
    void remove(QpContext qp) {
        fabric.polls(qps.remove(qp) ? -1 : 0);
    }

    /**
     * Serves the requests that were posted before a command which ends the sending of this QP. A device that hears
     * doorbells has heard theirs before that of the command (PCI Express Base 2.4, posted writes keep their order).
     * What waits for the peer, or for a page, stays.
     *
     * @param qp ignored when it is not polled, or does not send
     */
    void serve(QpContext qp) {
        // What is posted from now on comes after the command.
        int left = qps.has(qp) ? qp.queues.sendsPosted() - qp.send.nextFetch & INDEX_MASK : 0;
        while (left > 0 && qp.state == QpState.RTS) {
            int before = qp.send.nextFetch;
            turn.accept(qp);
            int served = qp.send.nextFetch - before & INDEX_MASK;
            if (served == 0) {
                return;
            }
            left -= served;
        }
    }

    /**
     * Polls the arm of this CQ from now on.
     *
     * @param cq a CQ that is not polled
     */
    public void add(NotifyingRing cq) {
        cqs.add(cq);
        fabric.polls(1);
    }

    /**
     * Stops polling this CQ.
     *
     * @param cq ignored when it is not polled
     */
    public void remove(NotifyingRing cq) {
        fabric.polls(cqs.remove(cq) ? -1 : 0);
    }

    /**
     * Gives a turn to each QP with new requests, and an event to each CQ that is armed and has entries. Queues that had
     * nothing for a while are checked in turn, not with each call.
     *
     * @param now the time, nanoseconds
     */
    public void look(long now) {
        if (qps.look(now)) {
            fabric.foundRequests();
        }
        if (now - armsLooked >= ARM_NANOS) {
            armsLooked = now;
            cqs.look(now);
        }
    }

    private boolean look(QpContext qp, long now) {
        boolean isPosted = mayFetch(qp) && qp.queues.sendsPosted() != qp.send.nextFetch;
        if (isPosted) {
            states.ready(qp);
        }
        return isPosted;
    }

    private boolean look(NotifyingRing cq, long now) {
        boolean isArmed = cq.findArm();
        if (isArmed) {
            notifications.look(cq.number(), now);
        }
        return isArmed;
    }

    /** A QP that waits for its peer gets its turn when it need not wait any more; one in SQD, with the next command. */
    private static boolean mayFetch(QpContext qp) {
        return switch (qp.state) {
            case RTS -> !qp.send.stalled;
            case ERR, SQE -> true;
            default -> false;
        };
    }
}
