package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.queue.PageFault;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.util.function.Consumer;

/**
 * Checks that the pages of a granted access are present. Memory that is not paged on demand has no handle and needs no
 * check. When a page is missing, the host gets a page fault and the QP waits, as if the access had never been tried.
 * The host answers with PAGE_FAULT_RESUME.
 */
final class PageFaults {
    private static final int PAGE_SHIFT = Position.PAGE_SHIFT;
    /** Pages that a message may ask for ahead of its packets: 4 MiB, the prefetch of the mlx5 driver. */
    private static final int MOST_AHEAD = 1024;

    private final DemandTable demand;
    private final Dma dma;
    private final Mkey region;
    private final OdpSupport odp;
    private final HcaCounters counters;
    private final Consumer<PageFault> host;
    /** Faults raised, for their tokens. */
    private int raised;

    /**
     * Makes a unit.
     *
     * @param host gets the page faults
     */
    PageFaults(
            DemandTable demand, Dma dma, MptTable mpt, OdpSupport odp, HcaCounters counters, Consumer<PageFault> host) {
        this.demand = demand;
        this.dma = dma;
        region = new Mkey(mpt);
        this.odp = odp;
        this.counters = counters;
        this.host = host;
    }

    /**
     * Checks the pages that a granted access leads to. O1 refuses when the operation is not served on memory that is
     * paged on demand. H1 refuses when the memory does not answer on the bus.
     *
     * @param operation bit of {@link OdpSupport}
     * @param rest bytes from here to the end of the message's data, as far as known
     */
    Outcome check(QpView qp, int operation, long rest, Grant grant) {
        Outcome outcome = grant.isPinned() ? Outcome.GRANTED : checkPages(qp, operation, rest, grant);
        boolean isReachable = outcome != Outcome.GRANTED || dma.reaches(grant);
        return isReachable ? outcome : grant.refuse(HcaRule.H1);
    }

    /**
     * Checks the pages of a granted FLUSH. It moves no data, so only memory that is paged on demand is checked. Layouts
     * are not checked, since no device that serves FLUSH has them.
     *
     * @param length bytes that must be in memory, 0 for none
     */
    Outcome checkFlush(QpView qp, long length, Grant grant) {
        if (!grant.isOnDemand()) {
            return Outcome.GRANTED;
        }
        if (length == 0) {
            return isServed(qp, OdpSupport.FLUSH) ? Outcome.GRANTED : grant.refuse(HcaRule.O1);
        }
        return checkRange(qp, OdpSupport.FLUSH, grant.translation, grant.position, length, length, grant);
    }

    private Outcome checkPages(QpView qp, int operation, long rest, Grant grant) {
        if (!grant.leadsThroughLayout()) {
            return checkRange(qp, operation, grant.translation, grant.position, grant.length, rest, grant);
        }
        LayoutRuns runs = grant.runs;
        for (int i = 0; i < runs.size(); i++) {
            if (runs.isOnDemand(i)) {
                int length = runs.length(i);
                Outcome outcome =
                        checkRange(qp, operation, runs.translation(i), runs.position(i), length, length, grant);
                if (outcome != Outcome.GRANTED) {
                    return outcome;
                }
            }
        }
        return Outcome.GRANTED;
    }

    private Outcome checkRange(
            QpView qp, int operation, int handle, long position, long length, long rest, Grant grant) {
        if (!isServed(qp, operation)) {
            return grant.refuse(HcaRule.O1);
        }
        // A FLUSH waits where a peer's WRITE would, but changes nothing.
        boolean writes = grant.writes && operation != OdpSupport.FLUSH;
        long need = writes ? MttEntry.WRITE : MttEntry.READ;
        long last = position + length - 1 >>> PAGE_SHIFT;
        for (long page = position >>> PAGE_SHIFT; page <= last; page++) {
            if ((demand.entry(handle, page) & need) == 0) {
                long lastOfAll = position + Math.max(length, rest) - 1 >>> PAGE_SHIFT;
                int pages = (int) Math.min(Integer.MAX_VALUE, last - page + 1);
                raise(qp, grant.use, handle, page, pages, (int) Math.min(MOST_AHEAD, lastOfAll - last));
                return grant.await(HcaRule.O2);
            }
        }
        qp.faults().forget(grant.use);
        return Outcome.GRANTED;
    }

    private boolean isServed(QpView qp, int operation) {
        int operations = switch (qp.service()) {
            case RC -> odp.rc();
            case UC, SRD -> 0;
            case UD -> odp.ud();
            case XRC -> odp.xrc();
        };
        return (operations & operation) != 0;
    }

    /** Raises a page fault, unless the host has not answered the last one yet. */
    private void raise(QpView qp, Use use, int handle, long page, int pages, int more) {
        if (qp.faults().waits(use)) {
            return;
        }
        region.at(demand.owner(handle));
        long address = (region.start() & -Position.PAGE) + (page << PAGE_SHIFT);
        raised++;
        long token = FaultSlots.token(qp.number(), raised, use);
        qp.ownFaults().begin(token, use, region.key(), address);
        counters.pageFaults++;
        host.accept(
                new PageFault(token, use.isOfRequest, use.writes, use.isOfPeer, region.key(), address, pages, more));
    }
}
