package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.hca.event.CompletionReports;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.WindowBatch;
import dev.fenestra.hw.sim.hca.protection.WindowUnit;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import org.jspecify.annotations.Nullable;

/**
 * The lane of binds and invalidates. A request of an RC QP that has nothing else outstanding is read, executed and
 * completed without a slot of the send ring. The units of the general path check and change the key. A request that
 * they refuse has changed nothing. The general path executes it again, and names the rule.
 */
final class UmrLane {
    private final WindowUnit windows;
    private final WindowBatch batch;
    private final CompletionReports completions;
    private final KeyRequest request = new KeyRequest();

    UmrLane(Protection protection, CompletionReports completions) {
        windows = protection.windows;
        batch = windows.batch();
        this.completions = completions;
    }

    /**
     * Executes requests of a QP, from the next that is not fetched on.
     *
     * @param posted slots posted so far
     * @param budget requests that may be executed
     * @return requests that are executed
     */
    int execute(QpContext qp, int posted, int budget) {
        FetchedSends ring = qp.send.ring;
        if (ring.head != ring.tail || qp.service != QpService.RC) {
            return 0;
        }
        batch.begin();
        int done = 0;
        // A completion may overrun its CQ, and that ends the QP.
        while (done < budget && qp.state == QpState.RTS && executeNext(qp, posted)) {
            done++;
        }
        return done;
    }

    private boolean executeNext(QpContext qp, int posted) {
        int index = qp.send.nextFetch;
        int slots = qp.queues.plainKeyRequest(index, posted - index & 0xffff, qp.number, request);
        if (slots == 0 || refusal(qp) != null) {
            return false;
        }
        qp.send.nextFetch = index + slots & 0xffff;
        if (request.signaled) {
            completions.requestDone(qp, index, SendOpcode.CHANGE_KEY, 0);
        }
        return true;
    }

    /** {@return the rule that refuses the change of the key; null when it is made} */
    private @Nullable HcaRule refusal(QpContext qp) {
        return request.kind == KeyRequest.BIND
                ? windows.bind(qp, request.bind, batch)
                : windows.invalidate(qp, request.key, batch);
    }
}
