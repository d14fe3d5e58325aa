package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import org.jspecify.annotations.Nullable;

/**
 * The QPs of a device, from their creation to their end. A QP that ends leaves every table of the engine. Used in the
 * device's serial order only.
 */
public final class LiveQps {
    private final QpTable qps;
    private final SrqTable srqs;
    private final PolledQueues polled;
    private final QpStates states;
    private final MulticastGroups groups;
    private final Watch watch;

    LiveQps(QpTable qps, SrqTable srqs, PolledQueues polled, QpStates states, MulticastGroups groups, Watch watch) {
        this.qps = qps;
        this.srqs = srqs;
        this.polled = polled;
        this.states = states;
        this.groups = groups;
        this.watch = watch;
    }

    /**
     * {@return the QP with this number, or null}
     *
     * @param number 0 and up
     */
    public @Nullable QpContext find(int number) {
        return qps.find(number);
    }

    /**
     * Adds a QP that was created.
     *
     * @param qp a QP with a number that is not in use
     */
    public void add(QpContext qp) {
        qps.add(qp);
        SrqContext srq = qp.srq;
        if (srq != null) {
            srq.users(1);
        }
    }

    /**
     * Serves what was posted to a QP before a command that ends its sending. Only a QP that is polled can have such
     * requests: the device has not heard of them.
     *
     * @param qp the QP
     */
    public void serve(QpContext qp) {
        polled.serve(qp);
    }

    /**
     * Forgets a QP. The device no longer uses its memory.
     *
     * @param qp the QP
     */
    public void remove(QpContext qp) {
        qps.remove(qp);
        polled.remove(qp);
        states.forget(qp);
        groups.leave(qp);
        SrqContext srq = qp.srq;
        if (srq != null && !qp.isXrcTarget()) {
            srq.users(-1);
        }
    }

    /**
     * Forgets an SRQ without attached QPs, and a receive of it that an XRC target has taken.
     *
     * @param srq the SRQ
     */
    public void remove(SrqContext srq) {
        srqs.remove(srq);
        for (QpContext qp : qps.slots()) {
            if (qp != null && qp.isXrcTarget() && qp.srq == srq) {
                qp.leaveSrq();
            }
        }
    }

    /**
     * Reports that a QP stays because windows are bound through it.
     *
     * @param qp the QP
     */
    public void refuseHeld(QpContext qp) {
        watch.refused(HcaRule.D2, qp.number, "windows bound through it: " + qp.boundWindows);
    }
}
