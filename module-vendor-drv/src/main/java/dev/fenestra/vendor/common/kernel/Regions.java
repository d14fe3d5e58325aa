package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.KeyControl;
import dev.fenestra.hw.sim.hca.core.RegionSpec;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.vendor.common.CardRule;

/** Regions. {@link Paging} makes those without pins. */
final class Regions implements RegionOperations {
    private final CardCalls calls;
    private final KeyControl control;
    private final Paging paging;
    private final VendorHalf vendor;

    Regions(CardCalls calls, Paging paging, VendorHalf vendor) {
        this.calls = calls;
        this.paging = paging;
        this.vendor = vendor;
        control = calls.core().keys();
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        RegionSpec region = region(pd, pages, iova, access, bound);
        return new CardKey(calls.ofRegion(() -> control.register(region)));
    }

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound, Udata udata) {
        QueueRegistration ofQueue = vendor.registered(CardPd.of(pd), pages, udata);
        return ofQueue == null ? regMr(pd, pages, iova, access, bound) : ofQueue;
    }

    @Override
    public Errno boundErrno() {
        return calls.rules().of(CardRule.BOUND).errno();
    }

    @Override
    public void checkRereg() {
        if (!vendor.reregisters()) {
            throw calls.rules().refused(CardRule.OPERATION, "rereg_mr");
        }
    }

    @Override
    public DriverMr reregMr(DriverMr region, RegionChange change) {
        RegionSpec next = region(change.pd(), change.pages(), change.iova(), change.access(), change.bound());
        int changes = changes(change.changes());
        return new CardKey(calls.ofRegion(() -> control.change(region.lkey(), changes, next)));
    }

    private static RegionSpec region(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return new RegionSpec(
                CardPd.of(pd).number(),
                iova,
                pages.length(),
                AccessBits.toEngine(access),
                AccessFlag.MW_BIND.in(access),
                AccessFlag.ZERO_BASED.in(access),
                pages.busAddresses(),
                bound.busAddress());
    }

    private static int changes(int flags) {
        return ((flags & ReregFlag.CHANGE_TRANSLATION) != 0 ? ModifyMkey.TRANSLATION : 0)
                | ((flags & ReregFlag.CHANGE_PD) != 0 ? ModifyMkey.PD : 0)
                | ((flags & ReregFlag.CHANGE_ACCESS) != 0 ? ModifyMkey.ACCESS : 0);
    }

    @Override
    public void deregMr(DriverMr mr) {
        switch (mr) {
            case PagedRegion paged -> paging.deregister(paged);
            case QueueRegistration memory -> vendor.deregistered(memory);
            default -> calls.ofRegion(() -> control.destroy(mr.lkey()));
        }
    }
}
