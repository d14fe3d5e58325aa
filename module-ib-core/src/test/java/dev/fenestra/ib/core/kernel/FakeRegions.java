package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DeviceMemoryOperations;
import dev.fenestra.ib.core.spi.DmaBufSource;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.FastRegionOperations;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandOperations;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import org.jspecify.annotations.Nullable;

/** The regions of a {@link FakeDevice}, of all kinds: each has a key of its own, and none looks at the pages. */
abstract class FakeRegions
        implements RdmaDevice, RegionOperations, OnDemandOperations, FastRegionOperations, DeviceMemoryOperations {
    FakeObjects.Mr lastMr;
    /** What the last dma-buf region has of its buffer. */
    @Nullable
    OnDemandRange range;

    private int nextIndex = 0x100;

    /** A key that no object had before. */
    int newKey() {
        return nextIndex++ << 8;
    }

    /** A range of a dma-buf is going away. */
    abstract void invalidated(long address, long length, Invalidation reason);

    @Override
    public RdmaDevice device() {
        return this;
    }

    @Override
    public RegionOperations regions() {
        return this;
    }

    @Override
    public OnDemandOperations onDemand() {
        return this;
    }

    @Override
    public FastRegionOperations fastRegions() {
        return this;
    }

    @Override
    public DeviceMemoryOperations deviceMemory() {
        return this;
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        lastMr = new FakeObjects.Mr(newKey(), pd, pages, iova, access, bound);
        return lastMr;
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        PinnedPages nothing = new PinnedPages(request.address(), request.length(), new long[0]);
        lastMr = new FakeObjects.Mr(newKey(), pd, nothing, request.iova(), request.access(), bound);
        return lastMr;
    }

    @Override
    public DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        range = buffer.attach((address, length, reason, _) -> {
            invalidated(address, length, reason);
            return true;
        });
        PinnedPages nothing = new PinnedPages(request.address(), request.length(), new long[0]);
        lastMr = new FakeObjects.Mr(newKey(), pd, nothing, request.iova(), request.access(), bound);
        return lastMr;
    }

    @Override
    public DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        return kind(pd, new PinnedPages(0, 0, new long[0]), bound);
    }

    @Override
    public DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        return kind(pd, pages, users);
    }

    @Override
    public abstract DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata);

    @Override
    public abstract void freeDm(DriverDm dm);

    @Override
    public DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        return kind(pd, new PinnedPages(0, 0, new long[0]), null);
    }

    @Override
    public abstract void adviseMr(DriverMr mr, MrAdvice advice, long address, long length);

    @Override
    public boolean importsDmaBufs() {
        return odp().support();
    }

    private FakeObjects.Mr kind(DriverPd pd, PinnedPages pages, @Nullable LedgerCell bound) {
        lastMr = new FakeObjects.Mr(newKey(), pd, pages, pages.address(), 0, bound);
        return lastMr;
    }
}
