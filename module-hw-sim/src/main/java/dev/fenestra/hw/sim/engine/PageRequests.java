package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.MissingPages;
import dev.fenestra.hw.sim.engine.protection.FaultSlots;
import dev.fenestra.hw.sim.engine.protection.Use;
import dev.fenestra.hw.sim.engine.qp.QpContext;
import dev.fenestra.hw.sim.prm.Eqe;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.queue.PageFault;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells the host of missing pages, and lets QPs go on, or fail, when the host has answered with PAGE_FAULT_RESUME. */
public final class PageRequests {
    private final Engine engine;
    private @Nullable Consumer<MissingPages> listener;

    PageRequests(Engine engine) {
        this.engine = engine;
    }

    /** Who is told of missing pages besides the event queue; null for nobody. */
    public void listener(@Nullable Consumer<MissingPages> newListener) {
        listener = newListener;
    }

    /** A QP waits for pages from now on. */
    void raise(PageFault fault) {
        engine.events.raise(Event.pageFault(FaultSlots.qpn(fault.token()), fault));
        if (listener != null) {
            boolean write = (fault.kind() & Eqe.FAULT_WRITE) != 0;
            listener.accept(
                    new MissingPages(fault.token(), fault.mkey(), fault.address(), fault.pages(), fault.more(), write));
        }
    }

    /**
     * The host has done what it could for a fault. A token under which no QP waits is ignored: its QP is gone, or was
     * reset.
     *
     * @param failed the page does not come
     */
    public void resume(long token, boolean failed) {
        QpContext qp = engine.qp(FaultSlots.qpn(token));
        if (qp == null || !qp.faults.waitsUnder(token)) {
            return;
        }
        Use use = qp.faults.end(token);
        if (failed) {
            fail(qp, use);
        } else {
            goOn(qp, use);
        }
        engine.ready(qp);
    }

    private void goOn(QpContext qp, Use use) {
        switch (use) {
            case LAND -> engine.retransmission.landAgain(qp);
            case RECEIVE, PLACE -> engine.responder.pageCame(qp);
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
            case GATHER -> engine.requester.pageFailed(qp, values);
            case LAND -> engine.completer.pageFailed(qp, values);
            case ANSWER -> engine.responses.pageFailed(qp, values);
            case RECEIVE -> engine.responder.receivePageFailed(qp, values);
            case PLACE -> engine.responder.pageFailed(qp, mkey, address, values);
        }
    }
}
