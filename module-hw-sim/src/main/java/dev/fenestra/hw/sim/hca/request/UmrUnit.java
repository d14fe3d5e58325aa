package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import org.jspecify.annotations.Nullable;

/**
 * Executes requests that change windows, mkeys and fast-register regions. The format describes the change, and the unit
 * of such keys makes it.
 */
final class UmrUnit {
    private final Protection protection;
    private final RequestFailures failures;
    private final KeyRequest request = new KeyRequest();
    private final UmrList list;

    UmrUnit(Protection protection, RequestFailures failures) {
        this.protection = protection;
        this.failures = failures;
        list = new UmrList(protection);
    }

    /**
     * Executes the request. Afterwards its slot is done or failed.
     *
     * @return false when it must wait: an invalidate lets all earlier requests complete first (IBA 10.6.5.1)
     */
    boolean execute(QpContext qp, int slot) {
        read(qp, slot);
        switch (request.kind) {
            case KeyRequest.BIND -> finish(qp, slot, protection.windows.bind(qp, request.bind));
            case KeyRequest.INVALIDATE -> {
                return invalidate(qp, slot, request.key);
            }
            case KeyRequest.CONFIGURE -> configure(qp, slot);
            case KeyRequest.REGISTER -> register(qp, slot);
            case KeyRequest.TOO_SHORT ->
                failures.refuse(qp, slot, HcaRule.W1, CompletionStatus.LOCAL_QP_OPERATION, request.values);
            default -> failures.refuse(qp, slot, HcaRule.W2, CompletionStatus.LOCAL_QP_OPERATION, request.values);
        }
        return true;
    }

    /** Reads the change. In a format without UMR the opcode names it. */
    private void read(QpContext qp, int slot) {
        FetchedSends ring = qp.send.ring;
        int index = ring.wqeIndex(slot);
        request.key = ring.immediate(slot);
        switch (ring.opcode(slot)) {
            case SendOpcode.LOCAL_INV -> request.kind = KeyRequest.INVALIDATE;
            case SendOpcode.BIND_MW -> {
                request.kind = KeyRequest.BIND;
                qp.queues.bind(index, request.bind);
            }
            default -> {
                boolean ofMkey = protection.mkeys.isIndirect(request.key);
                qp.queues.keyRequest(index, ring.endOfPieces(slot), ofMkey, request);
            }
        }
    }

    private void configure(QpContext qp, int slot) {
        HcaRule refusal = protection.mkeys.check(qp, request);
        if (refusal == null && !readList(qp, slot)) {
            return;
        }
        refusal = refusal == null ? protection.mkeys.checkList(list.memory(), request.entries) : refusal;
        if (refusal == null) {
            protection.mkeys.configure(request, list.memory());
        }
        finishList(qp, slot, refusal);
    }

    private void register(QpContext qp, int slot) {
        HcaRule refusal = protection.fastRegions.check(qp, request);
        if (refusal == null && !readList(qp, slot)) {
            return;
        }
        finishList(qp, slot, refusal == null ? protection.fastRegions.register(qp, request, list.memory()) : refusal);
    }

    /**
     * Reads the list of a request.
     *
     * @return false when the QP may not read the list; then the request has failed
     */
    private boolean readList(QpContext qp, int slot) {
        boolean isRead = list.read(qp, qp.send.ring.wqeIndex(slot), request) == Outcome.GRANTED;
        if (!isRead) {
            HcaRule rule = list.grant.rule();
            String values = rule == HcaRule.W1
                    ? "inline data where a key of the list is due"
                    : protection.explain.access("lkey", list.grant, qp);
            failures.refuse(qp, slot, rule, RequestFailures.statusOf(rule), values);
        }
        return isRead;
    }

    private boolean invalidate(QpContext qp, int slot, int key) {
        if (qp.send.ring.head != qp.send.ring.cursor) {
            return false;
        }
        HcaRule refusal = protection.invalidate(qp, key, false);
        if (refusal == null) {
            qp.send.ring.state(slot, FetchedSends.DONE);
        } else {
            failures.refuse(qp, slot, refusal, CompletionStatus.MW_BIND, protection.explain.invalidate(key, qp));
        }
        return true;
    }

    private void finish(QpContext qp, int slot, @Nullable HcaRule refusal) {
        if (refusal == null) {
            qp.send.ring.state(slot, FetchedSends.DONE);
        } else {
            failures.refuse(qp, slot, refusal, CompletionStatus.MW_BIND, protection.explain.bind(request.bind, qp));
        }
    }

    private void finishList(QpContext qp, int slot, @Nullable HcaRule refusal) {
        if (refusal == null) {
            qp.send.ring.state(slot, FetchedSends.DONE);
        } else {
            String values = protection.explain.configure(request.key, request.entries, qp);
            failures.refuse(qp, slot, refusal, CompletionStatus.MW_BIND, values);
        }
    }
}
