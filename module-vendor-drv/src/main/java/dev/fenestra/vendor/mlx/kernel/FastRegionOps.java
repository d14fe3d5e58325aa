package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.prm.DataSegment;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;
import java.lang.foreign.MemorySegment;

/**
 * Fast-register regions. As in mlx5_ib, each has memory for the list of pages of a registration ({@code mr->descs}). In
 * mlx5_ib it belongs to the kernel. Here the user half writes it, so it is pinned, and the device reads it with a key
 * of its own.
 */
final class FastRegionOps {
    private static final LedgerCell NO_CELL = new LedgerCell(MemorySegment.NULL, 0, 0);

    private final MkeyOps mkeys;

    FastRegionOps(MkeyOps mkeys) {
        this.mkeys = mkeys;
    }

    MlxFastMr allocate(MlxPd pd, int maxPages, LedgerCell bound, Udata udata) {
        UdataSize.check(udata, FastMrUdata.REQUEST_BYTES, FastMrUdata.RESPONSE_BYTES);
        AddressSpace memory = pd.context().memory();
        long bytes = (long) maxPages * DataSegment.BYTES;
        PinnedPages listPages = memory.pin(FastMrUdata.LIST.get(udata.request()), bytes, false);
        try {
            MlxMr list = mkeys.register(pd, listPages, listPages.address(), 0, NO_CELL);
            MlxFastMr created = new MlxFastMr(beside(list, pd, maxPages, bound), list, memory, listPages);
            FastMrUdata.LIST_KEY.set(udata.response(), list.key());
            return created;
        } catch (VerbsException refused) {
            memory.unpin(listPages);
            throw refused;
        }
    }

    private MlxMr beside(MlxMr list, MlxPd pd, int maxPages, LedgerCell bound) {
        try {
            return mkeys.allocateFast(pd, maxPages, bound);
        } catch (VerbsException refused) {
            mkeys.destroy(list.key());
            throw refused;
        }
    }

    /** Refuses a region with bound windows with EBUSY; then its list stays. */
    void free(MlxFastMr mr) {
        mkeys.destroy(mr.region().key());
        mkeys.destroy(mr.list().key());
        mr.memory().unpin(mr.listPages());
    }
}
