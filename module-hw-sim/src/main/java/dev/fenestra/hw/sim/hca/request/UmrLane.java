package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.event.Completions;
import dev.fenestra.hw.sim.hca.protection.WindowUnit;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.SendRing;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;

/**
 * The short path of binds and invalidates. A request of an RC QP that has nothing else outstanding is read, executed
 * and completed without a slot of the send ring. The units of the general path check and change the key. A request that
 * they refuse has changed nothing. The general path executes it again, and names the rule.
 */
public final class UmrLane implements SendLane {
    private final WindowUnit windows;
    private final Completions completions;
    private final KeyRequest request = new KeyRequest();

    /**
     * Makes a lane.
     *
     * @param windows checks and changes windows; a key of another kind it refuses
     * @param completions writes CQEs
     */
    public UmrLane(WindowUnit windows, Completions completions) {
        this.windows = windows;
        this.completions = completions;
    }

    @Override
    public int send(QpContext qp, int posted, int budget) {
        SendRing ring = qp.send.ring;
        if (ring.head != ring.tail || qp.service != Qpc.SERVICE_RC) {
            return 0;
        }
        windows.turn(true);
        try {
            return take(qp, posted, budget);
        } finally {
            windows.turn(false);
        }
    }

    private int take(QpContext qp, int posted, int budget) {
        int done = 0;
        // A completion may overrun its CQ, and that ends the QP.
        while (done < budget && qp.state == Qpc.STATE_RTS && execute(qp, posted)) {
            done++;
        }
        return done;
    }

    private boolean execute(QpContext qp, int posted) {
        int index = qp.send.nextFetch;
        int slots = qp.queues.plainKeyRequest(index, posted - index & 0xffff, qp.number, request);
        if (slots == 0 || !isDone(qp)) {
            return false;
        }
        qp.send.nextFetch = index + slots & 0xffff;
        if (request.signaled) {
            completions.requestDone(qp, index, WqeOpcode.UMR, 0);
        }
        return true;
    }

    private boolean isDone(QpContext qp) {
        HcaRule refusal =
                request.kind == KeyRequest.BIND ? windows.bind(qp, request.bind) : windows.invalidate(qp, request.key);
        return refusal == null;
    }
}
