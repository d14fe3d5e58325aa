package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import java.util.SequencedMap;

/** Regions of pinned pages. Each is an mkey. */
final class RegionOps implements RegionOperations {

    private final CommandQueue commands;
    private final Mkeys mkeys;
    private final OnDemandOps onDemand;

    RegionOps(CommandQueue commands, Mkeys mkeys, OnDemandOps onDemand) {
        this.commands = commands;
        this.mkeys = mkeys;
        this.onDemand = onDemand;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public MlxMr regMr(DriverPd pd, PinnedPages pinned, long iova, int access, LedgerCell bound) {
        return regMr(pd, pinned, iova, access, bound, Udata.none());
    }

    /**
     * CREATE_MKEY with the mkey context and a translation for each page, of the largest possible page size. The two
     * halves exchange nothing here.
     */
    @Override
    public MlxMr regMr(DriverPd pd, PinnedPages pinned, long iova, int access, LedgerCell bound, Udata udata) {
        TranslationPages pages = TranslationPages.of(pinned, iova);
        try (Command command = mkeys.withPages(CommandOpcode.CREATE_MKEY, pages)) {
            Mkeys.describeRegion(command.in(), pd, pinned, iova, access);
            Mkeys.describePages(command.in(), pages);
            CreateMkey.LEDGER.setLong(command.in(), 0, bound.busAddress());
            return new MlxMr(mkeys.execute(command), iova, pages.shift());
        }
    }

    /**
     * MODIFY_MKEY with the new region, and a list of translations when they change. The output carries the region's new
     * key. EBUSY for a change that bound windows do not allow.
     */
    @Override
    public MlxMr reregMr(DriverMr region, RegionChange change) {
        MlxMr mr = (MlxMr) region;
        boolean moves = (change.changes() & ReregFlag.CHANGE_TRANSLATION) != 0;
        TranslationPages pages = TranslationPages.of(change.pages(), change.iova());
        try (Command command = moves
                ? mkeys.withPages(CommandOpcode.MODIFY_MKEY, pages)
                : commands.command(CommandOpcode.MODIFY_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            Mkeys.describeRegion(command.in(), change.pd(), change.pages(), change.iova(), change.access());
            Mkeys.describePages(command.in(), pages);
            ModifyMkey.CHANGES.set(command.in(), 0, changes(change.changes()));
            int key = mkeys.execute(command.about(MemoryKey.index(mr.key())));
            return moves ? new MlxMr(key, change.iova(), pages.shift()) : new MlxMr(key, mr.iova(), mr.pageShift());
        }
    }

    private static int changes(int flags) {
        return ((flags & ReregFlag.CHANGE_TRANSLATION) != 0 ? ModifyMkey.TRANSLATION : 0)
                | ((flags & ReregFlag.CHANGE_PD) != 0 ? ModifyMkey.PD : 0)
                | ((flags & ReregFlag.CHANGE_ACCESS) != 0 ? ModifyMkey.ACCESS : 0);
    }

    /**
     * CREATE_MKEY over the translations of another region when both have the same page offset; else with its own
     * translations.
     */
    @Override
    public MlxMr shareMr(DriverMr region, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        MlxMr other = (MlxMr) region;
        if (((iova ^ other.iova()) & (1L << other.pageShift()) - 1) != 0) {
            return regMr(pd, pages, iova, access, bound);
        }
        try (Command command = mkeys.creation()) {
            Mkeys.describeRegion(command.in(), pd, pages, iova, access);
            MkeyContext.LOG_PAGE_SIZE.set(command.in(), Mkeys.CONTEXT, other.pageShift());
            CreateMkey.SHARED_KEY.set(command.in(), 0, other.key());
            CreateMkey.LEDGER.setLong(command.in(), 0, bound.busAddress());
            return new MlxMr(mkeys.execute(command), iova, other.pageShift());
        }
    }

    @Override
    public void deregMr(DriverMr mr) {
        switch (mr) {
            case MlxFastRegion fast -> FastRegionOps.free(fast, mkeys);
            case OnDemandMr paged -> onDemand.deregister(paged);
            default -> mkeys.destroy(mr.lkey());
        }
    }

    @Override
    public SequencedMap<String, Long> statistics(DriverMr mr) {
        return mr instanceof OnDemandMr paged ? paged.counters().values() : RegionOperations.super.statistics(mr);
    }
}
