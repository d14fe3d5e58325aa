package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Explain;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;

/** Refuses requests on this device: the rule and its values go to the log, the status to the completion. */
final class RequestFailures {
    private final Watch watch;
    private final Explain explain;

    RequestFailures(Watch watch, Explain explain) {
        this.watch = watch;
        this.explain = explain;
    }

    /** Refuses the request in a slot. It completes after all earlier ones. */
    void refuse(QpContext qp, int slot, HcaRule rule, CompletionStatus status, String values) {
        qp.send.ring.fail(slot, status, rule.code());
        watch.refused(rule, qp.number, values);
    }

    /** Refuses the request in a slot for the data segment at which a walk has stopped. */
    void refuseData(QpContext qp, int slot, DataWalk walk) {
        HcaRule rule = walk.grant.rule();
        refuse(qp, slot, rule, statusOf(rule), valuesOf(qp, walk));
    }

    /** {@return how a request fails whose data segment breaks a rule} */
    static CompletionStatus statusOf(HcaRule rule) {
        return rule == HcaRule.W1 ? CompletionStatus.LOCAL_QP_OPERATION : CompletionStatus.LOCAL_PROTECTION;
    }

    String valuesOf(QpContext qp, DataWalk walk) {
        return walk.grant.rule() == HcaRule.W1
                ? "no memory at unit=" + walk.unit + " of the request"
                : explain.access("lkey", walk.grant, qp);
    }
}
