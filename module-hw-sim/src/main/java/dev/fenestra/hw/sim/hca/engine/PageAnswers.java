package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.protection.FaultSlots;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.request.Requester;
import dev.fenestra.hw.sim.hca.request.Retransmission;
import dev.fenestra.hw.sim.hca.respond.Responder;
import dev.fenestra.hw.sim.hca.respond.ResponseSender;

/** Resumes or fails QPs when the host answers with PAGE_FAULT_RESUME. */
public final class PageAnswers {
    private final QpTable qps;
    private final QpStates states;
    private final Requester requester;
    private final Completer completer;
    private final Retransmission retransmission;
    private final Responder responder;
    private final ResponseSender responses;

    PageAnswers(
            QpTable qps,
            QpStates states,
            Requester requester,
            Completer completer,
            Retransmission retransmission,
            Responder responder,
            ResponseSender responses) {
        this.qps = qps;
        this.states = states;
        this.requester = requester;
        this.completer = completer;
        this.retransmission = retransmission;
        this.responder = responder;
        this.responses = responses;
    }

    /**
     * Resumes or fails a QP that waits for pages. A token without a waiting QP is ignored: its QP is gone, or was
     * reset.
     *
     * @param token as in the page fault
     * @param failed whether the page cannot be had
     */
    public void resume(long token, boolean failed) {
        QpContext qp = qps.find(FaultSlots.qpn(token));
        if (qp == null || !qp.faults.waitsUnder(token)) {
            return;
        }
        Use use = qp.faults.end(token);
        if (failed) {
            fail(qp, use);
        } else {
            goOn(qp, use);
        }
        states.ready(qp);
    }

    private void goOn(QpContext qp, Use use) {
        switch (use) {
            case LAND -> retransmission.landAgain(qp);
            case RECEIVE, PLACE -> responder.pageCame(qp);
            case GATHER, ANSWER -> {
                // Its turn goes on where it stopped.
            }
        }
    }

    private void fail(QpContext qp, Use use) {
        int mkey = qp.faults.key(use);
        long address = qp.faults.address(use);
        String values = String.format("mkey=0x%08x address=0x%x", mkey, address);
        switch (use) {
            case GATHER -> requester.pageFailed(qp, values);
            case LAND -> completer.pageFailed(qp, values);
            case ANSWER -> responses.pageFailed(qp, values);
            case RECEIVE -> responder.receivePageFailed(qp, values);
            case PLACE -> responder.pageFailed(qp, mkey, address, values);
        }
    }
}
