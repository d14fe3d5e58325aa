package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DmaBufSource;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import java.util.List;
import java.util.SequencedMap;

/** The operations of a device on regions, device memory and windows. */
abstract class RegionOperations implements RdmaDevice {
    abstract Capabilities capabilities();

    abstract MkeyOps mkeys();

    abstract FastRegionOps fastRegions();

    abstract DmOps deviceMemory();

    abstract OnDemandOps onDemand();

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return mkeys().register((MlxPd) pd, pages, iova, access, bound);
    }

    @Override
    public DriverMr reregMr(DriverMr mr, RegionChange change) {
        return mkeys().change((MlxMr) mr, change);
    }

    @Override
    public DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        return fastRegions().allocate((MlxPd) pd, maxPages, bound, udata);
    }

    @Override
    public DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        return mkeys().listPages((MlxPd) pd, pages, users);
    }

    @Override
    public DriverMr shareMr(DriverMr other, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return mkeys().share((MlxMr) other, (MlxPd) pd, pages, iova, access, bound);
    }

    @Override
    public DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata) {
        return deviceMemory().allocate((MlxContext) context, length, logAlign, udata);
    }

    @Override
    public void freeDm(DriverDm dm) {
        deviceMemory().free((MlxDm) dm);
    }

    @Override
    public DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        DmOps.checkAccess(access);
        return mkeys().registerOnDevice((MlxPd) pd, (MlxDm) dm, offset, length, access);
    }

    @Override
    public OdpCapabilities odp() {
        return capabilities().odp();
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        return onDemand().register((MlxPd) pd, request, bound);
    }

    /** It needs the page faults of on-demand paging, since the device looks up a moved page again. */
    @Override
    public boolean importsDmaBufs() {
        return capabilities().odp().support();
    }

    @Override
    public DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        return onDemand().importBuffer((MlxPd) pd, buffer, request, bound);
    }

    @Override
    public void adviseMr(DriverMr mr, MrAdvice advice, long address, long length) {
        onDemand().advise((OnDemandMr) mr, advice, address, length);
    }

    @Override
    public void deregMr(DriverMr mr) {
        switch (mr) {
            case MlxFastMr fast -> fastRegions().free(fast);
            case OnDemandMr paged -> onDemand().deregister(paged);
            default -> mkeys().destroy(mr.lkey());
        }
    }

    @Override
    public SequencedMap<String, Long> statistics(DriverMr mr) {
        return mr instanceof OnDemandMr paged ? paged.counters().values() : RdmaDevice.super.statistics(mr);
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        return capabilities().attributes().memoryWindows() == MemoryWindows.NONE
                ? RdmaDevice.super.allocMw(pd, type)
                : mkeys().allocateWindow((MlxPd) pd, type);
    }

    @Override
    public void deallocMw(DriverMw mw) {
        mkeys().destroy(mw.rkey());
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        return mkeys().query((MlxMw) mw);
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        return mkeys().boundTo(mr.lkey());
    }
}
