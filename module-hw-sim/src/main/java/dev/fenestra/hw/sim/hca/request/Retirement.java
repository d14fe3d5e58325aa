package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import org.jspecify.annotations.Nullable;

/** Completes requests in the order in which they were posted, and fails the oldest one. */
public final class Retirement {
    private final CompletionReports completions;
    private final QpStates states;
    private final Watch watch;
    /** The answer that the completion of the request at {@code carriedSlot} carries; null once it is written. */
    private @Nullable Packet carried;

    private int carriedSlot;

    /**
     * Makes a unit.
     *
     * @param completions writes CQEs
     * @param states QPs with work, and QPs in error
     * @param watch observers and counters
     */
    public Retirement(CompletionReports completions, QpStates states, Watch watch) {
        this.completions = completions;
        this.states = states;
        this.watch = watch;
    }

    /** Makes the completion of the request in a slot, which is the next, carry its answer for software to place. */
    void carry(int slot, Packet answer) {
        carried = answer;
        carriedSlot = slot;
    }

    private void handOver(int slot) {
        Packet answer = carried;
        if (answer != null && slot == carriedSlot) {
            completions.carry(answer);
            carried = null;
        }
    }

    /**
     * Completes the requests at the head of the send queue that are done or have failed, in order. A failure puts the
     * QP in error.
     */
    void retire(QpContext qp) {
        FetchedSends ring = qp.send.ring;
        while (ring.head != ring.tail) {
            int slot = ring.head & ring.mask;
            int state = ring.state(slot);
            if (state == FetchedSends.WAITING) {
                return;
            }
            if (ring.head++ == ring.cursor) {
                ring.cursor = ring.head;
                qp.send.sent = 0;
            }
            if (state == FetchedSends.FAILED) {
                completions.requestFailed(
                        qp, ring.wqeIndex(slot), ring.opcode(slot), ring.completionStatus(slot), ring.rule(slot));
                states.sendFailed(qp);
                return;
            }
            if (ring.signaled(slot)) {
                handOver(slot);
                completions.requestDone(qp, ring.wqeIndex(slot), ring.opcode(slot), (int) ring.length(slot));
            } else {
                qp.queues.retired(ring.wqeIndex(slot));
            }
        }
    }

    /**
     * Fails the oldest request that waits for the peer. The rule and its values go to the log.
     *
     * @return the verdict of the packet that broke the rule
     */
    Verdict refuse(QpContext qp, HcaRule rule, CompletionStatus status, String values) {
        watch.refused(rule, qp.number, values);
        fail(qp, status, rule.code());
        return Verdict.refusedBy(rule);
    }

    /**
     * Fails the oldest request that waits for the peer, after all earlier ones have completed.
     *
     * @param rule code of the rule that the request broke, 0 when the peer has found it
     */
    void fail(QpContext qp, CompletionStatus status, int rule) {
        FetchedSends ring = qp.send.ring;
        for (int i = ring.head; i != ring.tail; i++) {
            int slot = i & ring.mask;
            if (ring.state(slot) == FetchedSends.WAITING) {
                ring.fail(slot, status, rule);
                return;
            }
        }
    }
}
