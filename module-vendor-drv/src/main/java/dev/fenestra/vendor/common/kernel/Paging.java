package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.host.MissingPages;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandOperations;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The card's regions without pins, and the answer when a QP waits for their pages. */
final class Paging implements OnDemandOperations {
    private final CardCalls calls;
    private final OdpSupport support;
    private final boolean isOffered;
    private final Map<Integer, PagedRegion> regions = new ConcurrentHashMap<>();

    /**
     * @param support of the card
     * @param isOffered whether the driver offers it
     */
    Paging(CardCalls calls, OdpSupport support, boolean isOffered) {
        this.calls = calls;
        this.support = support;
        this.isOffered = isOffered;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    /** Ranges only: no region covers a whole address space. */
    @Override
    public OdpCapabilities odp() {
        return isOffered
                ? new OdpCapabilities(
                        true, false, OdpOperation.of(support.rc()), Set.of(), OdpOperation.of(support.ud()), Set.of())
                : OdpCapabilities.NONE;
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest asked, LedgerCell bound) {
        PagedRegion region = PagedRegion.create(calls, CardPd.of(pd), asked, bound);
        regions.put(region.lkey(), region);
        return region;
    }

    /** A fault that is at work finds the region gone, and fails. */
    void deregister(PagedRegion region) {
        int key = region.lkey();
        region.destroy();
        regions.remove(key, region);
    }

    @Override
    public void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        PagedRegion region = (PagedRegion) mr;
        boolean write = advice == MrAdvice.PREFETCH_WRITE;
        region.bring(region.virtual(address), length, write, advice != MrAdvice.PREFETCH_NO_FAULT);
    }

    /** Brings pages that a QP waits for, and has it go on or fail. */
    void answer(MissingPages missing) {
        PagedRegion region = regions.get(missing.key());
        boolean failed = region == null || !resolve(region, missing);
        try {
            calls.number(() -> calls.core().keys().resume(missing.token(), failed));
        } catch (VerbsException dead) {
            log(dead);
        }
    }

    private boolean resolve(PagedRegion region, MissingPages missing) {
        long start = region.virtual(missing.address());
        long needed = (long) missing.pages() << PinnedPages.PAGE_SHIFT;
        long next = (long) missing.more() << PinnedPages.PAGE_SHIFT;
        try {
            region.bring(start, needed, missing.write(), true);
        } catch (VerbsException unresolved) {
            log(unresolved);
            return false;
        }
        try {
            region.bring(start + needed, next, missing.write(), true);
        } catch (VerbsException later) {
            // What is not there is for a fault of its own to say.
        }
        return true;
    }

    private void log(VerbsException refused) {
        calls.services()
                .refused(new Refusal(
                        "driver",
                        refused.rule().id(),
                        refused.rule().violation(),
                        refused.errno().name(),
                        refused.values()));
    }
}
