package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.host.HcaClock;
import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import java.util.function.LongSupplier;

/** Reports completions of a QP's requests. */
public final class CompletionReports {
    /** Source QP of a completion that is no datagram's. */
    public static final int NO_DATAGRAM = -1;

    private final Notifications notifications;
    private final OverrunListener overruns;
    private final LongSupplier clock;
    private final EventObserver observer;
    private final Completion completion = new Completion();

    /**
     * Makes a reporter.
     *
     * @param notifications raises completion events
     * @param overruns gets completions that a CQ had no room for
     * @param clock the time, nanoseconds
     * @param observer sees each completion
     */
    public CompletionReports(
            Notifications notifications, OverrunListener overruns, LongSupplier clock, EventObserver observer) {
        this.notifications = notifications;
        this.overruns = overruns;
        this.clock = clock;
        this.observer = observer;
    }

    /**
     * Makes the next completion, which is a success, carry data for software to place.
     *
     * @param data the data; at most the inline room of the CQ
     */
    public void carry(Packet data) {
        completion.inline = data;
    }

    /**
     * Reports a successful send request.
     *
     * @param qp the QP
     * @param wqeIndex index of the request
     * @param opcode its operation
     * @param byteCount bytes of its answer, else 0
     */
    public void requestDone(CompletingQp qp, int wqeIndex, int opcode, int byteCount) {
        begin(wqeIndex, CompletionKind.REQUEST, byteCount, 0);
        completion.opcode = opcode;
        write(qp, qp.sendCq(), qp.userIndex());
    }

    /**
     * Reports a failed send request.
     *
     * @param qp the QP
     * @param wqeIndex index of the request
     * @param opcode its operation
     * @param status how it has failed
     * @param rule code of the rule, 0 for none
     */
    public void requestFailed(CompletingQp qp, int wqeIndex, int opcode, CompletionStatus status, int rule) {
        begin(wqeIndex, CompletionKind.REQUEST_FAILED, 0, 0);
        completion.opcode = opcode;
        fail(status, rule);
        write(qp, qp.sendCq(), qp.userIndex());
    }

    /**
     * Reports a successful receive.
     *
     * @param qp the QP
     * @param wqeIndex index of the receive
     * @param kind what has arrived
     * @param byteCount bytes that arrived
     * @param immediate immediate data or the invalidated key
     * @param solicited whether the sender asked for an event
     * @param sourceQpn the sender of a datagram, or {@link #NO_DATAGRAM}
     * @param overIpv4 whether a datagram came over IPv4
     */
    public void received(
            CompletingQp qp,
            int wqeIndex,
            CompletionKind kind,
            int byteCount,
            int immediate,
            boolean solicited,
            int sourceQpn,
            boolean overIpv4) {
        begin(wqeIndex, kind, byteCount, immediate);
        completion.isDatagram = sourceQpn != NO_DATAGRAM;
        completion.sourceQpn = sourceQpn;
        completion.isOverIpv4 = overIpv4;
        completion.solicited = solicited;
        write(qp, qp.receiveCq(), qp.receiveUserIndex());
    }

    /**
     * Reports a failed receive.
     *
     * @param qp the QP
     * @param wqeIndex index of the receive
     * @param status how it has failed
     * @param rule code of the rule, 0 for none
     */
    public void receiveFailed(CompletingQp qp, int wqeIndex, CompletionStatus status, int rule) {
        begin(wqeIndex, CompletionKind.RECEIVE_FAILED, 0, 0);
        fail(status, rule);
        write(qp, qp.receiveCq(), qp.receiveUserIndex());
    }

    private void begin(int index, CompletionKind kind, int byteCount, int immediate) {
        completion.index = index;
        completion.kind = kind;
        completion.opcode = 0;
        completion.isDatagram = false;
        completion.byteCount = byteCount;
        completion.immediate = immediate;
        completion.status = CompletionStatus.SUCCESS;
        completion.rule = 0;
        completion.solicited = false;
    }

    private void fail(CompletionStatus status, int rule) {
        completion.status = status;
        completion.inline = null;
        completion.rule = rule;
    }

    private void write(CompletingQp qp, CompletionRing cq, int userIndex) {
        completion.qpn = qp.number();
        completion.userIndex = userIndex;
        completion.timestamp = HcaClock.ticks(clock.getAsLong());
        boolean written = cq.write(qp.queues(), completion);
        completion.inline = null;
        if (!written) {
            overruns.overrun(cq, qp.number());
            return;
        }
        observer.completion(cq.number(), qp.number(), completion.kind, completion.status);
        if (cq.isArmed()) {
            notifications.look(cq.number(), clock.getAsLong());
        }
    }
}
