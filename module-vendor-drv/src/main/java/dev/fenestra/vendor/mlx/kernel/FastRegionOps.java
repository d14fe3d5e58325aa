package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.FastRegionOperations;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;
import java.lang.foreign.MemorySegment;

/**
 * Fast-register regions. As in mlx5_ib, each has memory for the list of pages of a registration ({@code mr->descs}). In
 * mlx5_ib it belongs to the kernel. Here the user half writes it, so it is pinned, and the device reads it with a key
 * of its own.
 */
final class FastRegionOps implements FastRegionOperations {
    private static final LedgerCell NO_CELL = new LedgerCell(MemorySegment.NULL, 0, 0);

    private final CommandQueue commands;
    private final Mkeys mkeys;
    private final RegionOps regions;

    FastRegionOps(CommandQueue commands, Mkeys mkeys, RegionOps regions) {
        this.commands = commands;
        this.mkeys = mkeys;
        this.regions = regions;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public MlxFastRegion allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        UdataSize.check(udata, FastMrUdata.REQUEST_BYTES, FastMrUdata.RESPONSE_BYTES);
        AddressSpace memory = MlxPd.of(pd).context().memory();
        long bytes = (long) maxPages * DataSegment.BYTES;
        PinnedPages listPages = memory.pin(FastMrUdata.LIST.get(udata.request()), bytes, false);
        try {
            MlxMr list = regions.regMr(pd, listPages, listPages.address(), 0, NO_CELL);
            MlxFastRegion created = new MlxFastRegion(beside(list, pd, maxPages, bound), list, memory, listPages);
            FastMrUdata.LIST_KEY.set(udata.response(), list.key());
            return created;
        } catch (VerbsException refused) {
            memory.unpin(listPages);
            throw refused;
        }
    }

    private MlxMr beside(MlxMr list, DriverPd pd, int maxPages, LedgerCell bound) {
        try {
            return create(pd, maxPages, bound);
        } catch (VerbsException refused) {
            mkeys.destroy(list.key());
            throw refused;
        }
    }

    /** CREATE_MKEY of a region with room for translations. REG_MR requests fill it. */
    private MlxMr create(DriverPd pd, int maxPages, LedgerCell bound) {
        try (Command command = mkeys.creation()) {
            MemorySegment in = command.in();
            MkeyContext.OBJECT_CLASS.set(in, Mkeys.CONTEXT, MkeyContext.CLASS_MR);
            MkeyContext.FAST.set(in, Mkeys.CONTEXT, true);
            MkeyContext.ACCESS_MODE.set(in, Mkeys.CONTEXT, MkeyContext.ACCESS_MODE_MTT);
            MkeyContext.FREE.set(in, Mkeys.CONTEXT, true);
            MkeyContext.UMR_ENABLED.set(in, Mkeys.CONTEXT, true);
            MkeyContext.REMOTE_INVALIDATE.set(in, Mkeys.CONTEXT, true);
            MkeyContext.LOG_PAGE_SIZE.set(in, Mkeys.CONTEXT, PinnedPages.PAGE_SHIFT);
            Mkeys.common(in, pd);
            MkeyContext.TRANSLATION_OCTOWORDS.set(in, Mkeys.CONTEXT, Mkeys.octowords(maxPages));
            CreateMkey.LEDGER.setLong(in, 0, bound.busAddress());
            return new MlxMr(mkeys.execute(command));
        }
    }

    /** CREATE_MKEY of pages under a key that gives no access. */
    @Override
    public MlxMr regPages(DriverPd pd, PinnedPages pinned, LedgerCell users) {
        TranslationPages pages = TranslationPages.small(pinned, pinned.address());
        try (Command command = mkeys.withPages(CommandOpcode.CREATE_MKEY, pages)) {
            Mkeys.describeRegion(command.in(), pd, pinned, pinned.address(), 0);
            Mkeys.describePages(command.in(), pages);
            MkeyContext.OBJECT_CLASS.set(command.in(), Mkeys.CONTEXT, MkeyContext.CLASS_PAGES);
            CreateMkey.LEDGER.setLong(command.in(), 0, users.busAddress());
            return new MlxMr(mkeys.execute(command));
        }
    }

    /** Refuses a region with bound windows with EBUSY; then its list stays. */
    static void free(MlxFastRegion mr, Mkeys mkeys) {
        mkeys.destroy(mr.region().key());
        mkeys.destroy(mr.list().key());
        mr.memory().unpin(mr.listPages());
    }
}
