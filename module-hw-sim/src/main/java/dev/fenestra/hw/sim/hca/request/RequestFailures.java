package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Explain;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;

/** Refuses requests on this device: the rule and its values go to the log, the syndrome to the CQE. */
final class RequestFailures {
    private final Watch watch;
    private final Explain explain;

    RequestFailures(Watch watch, Explain explain) {
        this.watch = watch;
        this.explain = explain;
    }

    /** Refuses the request in a slot. It completes after all earlier ones. */
    void refuse(QpContext qp, int slot, HcaRule rule, int syndrome, String values) {
        qp.send.ring.fail(slot, syndrome, rule.code());
        watch.refused(rule, qp.number, values);
    }

    /** Refuses the request in a slot for the data segment at which a walk has stopped. */
    void refuseData(QpContext qp, int slot, DataWalk walk) {
        HcaRule rule = walk.grant.rule();
        refuse(qp, slot, rule, syndromeOf(rule), valuesOf(qp, walk));
    }

    /** {@return the CQE's syndrome for a data segment that breaks a rule} */
    static int syndromeOf(HcaRule rule) {
        return rule == HcaRule.W1 ? CqeSyndrome.LOCAL_QP_OPERATION : CqeSyndrome.LOCAL_PROTECTION;
    }

    String valuesOf(QpContext qp, DataWalk walk) {
        return walk.grant.rule() == HcaRule.W1
                ? "no memory at unit=" + walk.unit + " of the request"
                : explain.access("lkey", walk.grant, qp);
    }
}
