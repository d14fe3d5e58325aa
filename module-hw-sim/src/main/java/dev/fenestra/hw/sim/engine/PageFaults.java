package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.MissingPages;
import dev.fenestra.hw.sim.device.OdpSupport;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.MttEntry;
import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.hw.sim.queue.Event;
import dev.fenestra.hw.sim.queue.PageFault;
import dev.fenestra.hw.sim.table.DemandTable;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the pages that a granted access leads to are there. Memory that is not paged on demand has no handle, and is not looked at.
 * Where a page is missing the host is told and the QP waits, as if the access had never been tried; the host answers with PAGE_FAULT_RESUME.
 */
public final class PageFaults {
    /** No operation at all: what the device does for itself has no bit. */
    static final int NO_OPERATION = 0;

    private static final int PAGE_SHIFT = MttTable.PAGE_SHIFT;
    /** Pages that a message may ask for ahead of its packets; 4 MiB, as far as the mlx5 driver prefetches. */
    private static final int MOST_AHEAD = 1024;

    private static final int QPN_SHIFT = 24;
    private static final int COUNT_SHIFT = 2;
    private static final int COUNT_MASK = (1 << QPN_SHIFT - COUNT_SHIFT) - 1;

    private final Engine engine;
    private final KeyChecks checks;
    private final Runs runs;
    private final DemandTable demand;
    private final MptTable mpt;
    private final OdpSupport odp;
    private @Nullable Consumer<MissingPages> listener;
    private int raised;

    PageFaults(Engine engine, DemandTable demand, MptTable mpt) {
        this.engine = engine;
        this.demand = demand;
        this.mpt = mpt;
        checks = engine.checks;
        runs = engine.layouts.runs;
        odp = engine.config().odp();
    }

    /** Who is told of missing pages besides the event queue; null for nobody. */
    public void listener(@Nullable Consumer<MissingPages> newListener) {
        listener = newListener;
    }

    /** A responder without a page stays silent instead of sending the packet away. */
    boolean responderWaits() {
        return odp.responderWaits();
    }

    /**
     * Looks at the pages that the access granted last leads to. Null when it may go on; H1 when they do not answer on the bus; O1 when such memory is not for it; O2 when the QP
     * must wait for a page.
     *
     * @param kind one of {@link FaultSlots}
     * @param operation bit of {@link OdpSupport}
     * @param length bytes that are moved now
     * @param rest bytes from here to the end of what the message moves, as far as known
     */
    @Nullable
    HcaRule check(QpContext qp, int kind, int operation, int length, long rest) {
        HcaRule refusal = checks.mtt >= 0 ? null : checkPages(qp, kind, operation, length, rest);
        boolean reachable = refusal != null || engine.dma.reaches(checks.mtt, checks.position, length);
        return reachable ? refusal : HcaRule.H1;
    }

    /**
     * Looks at the pages of a FLUSH that was granted last, as {@link #check} does. It moves no data, so memory that is not paged on demand is not
     * looked at; nor are layouts, which no device has that serves FLUSH.
     *
     * @param length bytes that have to be in memory, 0 when none have to
     */
    @Nullable
    HcaRule checkFlush(QpContext qp, long length) {
        if (checks.mtt >= DemandTable.HANDLES_END) {
            return null;
        }
        if (length == 0) {
            return (operations(qp) & OdpSupport.FLUSH) == 0 ? HcaRule.O1 : null;
        }
        return checkRange(qp, FaultSlots.PLACE, OdpSupport.FLUSH, checks.mtt, checks.position, length, length);
    }

    private @Nullable HcaRule checkPages(QpContext qp, int kind, int operation, int length, long rest) {
        if (checks.mtt != KeyChecks.THROUGH_LAYOUT) {
            return checkRange(qp, kind, operation, checks.mtt, checks.position, length, rest);
        }
        for (int i = 0; i < runs.size(); i++) {
            if (runs.mtt(i) < DemandTable.HANDLES_END) {
                int run = runs.length(i);
                HcaRule refusal = checkRange(qp, kind, operation, runs.mtt(i), runs.position(i), run, run);
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    private @Nullable HcaRule checkRange(
            QpContext qp, int kind, int operation, int handle, long position, long length, long rest) {
        if ((operations(qp) & operation) == 0) {
            return HcaRule.O1;
        }
        // A FLUSH waits where a peer's WRITE would, but changes nothing.
        boolean writes = (kind & FaultSlots.RECEIVE) != 0 && operation != OdpSupport.FLUSH;
        long need = writes ? MttEntry.WRITE : MttEntry.READ;
        long last = position + length - 1 >>> PAGE_SHIFT;
        for (long page = position >>> PAGE_SHIFT; page <= last; page++) {
            if ((demand.entry(handle, page) & need) == 0) {
                long lastOfAll = position + Math.max(length, rest) - 1 >>> PAGE_SHIFT;
                int pages = (int) Math.min(Integer.MAX_VALUE, last - page + 1);
                raise(qp, kind, handle, page, pages, (int) Math.min(MOST_AHEAD, lastOfAll - last));
                return HcaRule.O2;
            }
        }
        qp.faults.forget(kind);
        return null;
    }

    private int operations(QpContext qp) {
        return switch (qp.service) {
            case Qpc.SERVICE_RC -> odp.rc();
            case Qpc.SERVICE_UC -> 0;
            case Qpc.SERVICE_UD -> odp.ud();
            default -> odp.xrc();
        };
    }

    /** Tells the host, unless it is at it already. */
    private void raise(QpContext qp, int kind, int handle, long page, int pages, int more) {
        if (qp.faults.waits(kind)) {
            return;
        }
        int index = demand.owner(handle);
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int mkey = index << 8 | MkeyContext.TAG.get(memory, entry);
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry) & -(1L << PAGE_SHIFT);
        long address = start + (page << PAGE_SHIFT);
        raised = raised + 1 & COUNT_MASK;
        long token = (long) qp.number << QPN_SHIFT | (long) raised << COUNT_SHIFT | FaultSlots.slot(kind);
        qp.faults.begin(token, kind, mkey, address);
        engine.watch.counters().pageFaults++;
        engine.events.raise(Event.pageFault(qp.number, new PageFault(token, kind, mkey, address, pages, more)));
        if (listener != null) {
            boolean write = (kind & FaultSlots.RECEIVE) != 0;
            listener.accept(new MissingPages(token, mkey, address, pages, more, write));
        }
    }

    /**
     * The host has done what it could for a fault. A token nobody waits with is ignored: its QP is gone, or was reset.
     *
     * @param failed the page does not come
     */
    public void resume(long token, boolean failed) {
        QpContext qp = engine.qp((int) (token >>> QPN_SHIFT));
        int kind = qp == null ? -1 : qp.faults.end(token);
        if (qp == null || kind < 0) {
            return;
        }
        if (failed) {
            fail(qp, kind);
        } else {
            goOn(qp, kind);
        }
        engine.ready(qp);
    }

    private void goOn(QpContext qp, int kind) {
        switch (kind) {
            case FaultSlots.LAND -> engine.retransmission.landAgain(qp);
            case FaultSlots.RECEIVE, FaultSlots.PLACE -> engine.responder.pageCame(qp);
            default -> {
                // Its turn goes on where it stopped.
            }
        }
    }

    private void fail(QpContext qp, int kind) {
        String values = values(qp, kind);
        switch (kind) {
            case FaultSlots.GATHER -> engine.requester.pageFailed(qp, values);
            case FaultSlots.LAND -> engine.completer.pageFailed(qp, values);
            case FaultSlots.ANSWER -> engine.responses.pageFailed(qp, values);
            case FaultSlots.RECEIVE -> engine.responder.receivePageFailed(qp, values);
            default -> engine.responder.pageFailed(qp, qp.faults.key(kind), qp.faults.address(kind), values);
        }
    }

    private static String values(QpContext qp, int kind) {
        return String.format("mkey=0x%08x address=0x%x", qp.faults.key(kind), qp.faults.address(kind));
    }
}
