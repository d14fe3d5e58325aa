package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.ib.core.spi.DmaBufSource;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandOperations;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/** Regions with on-demand paging, and the page faults of the device. */
final class OnDemandOps implements OnDemandOperations {
    private final CommandQueue commands;
    private final OnDemandMkeys mkeys;
    private final KernelServices services;
    private final OdpCapabilities odp;
    private final OnDemandCounters counters = new OnDemandCounters(null);
    /** The regions by key index. */
    private final Map<Integer, OnDemandMr> regions = new ConcurrentHashMap<>();

    /**
     * @param odp what the device can do
     */
    OnDemandOps(CommandQueue commands, Mkeys mkeys, KernelServices services, OdpCapabilities odp) {
        this.commands = commands;
        this.mkeys = new OnDemandMkeys(commands, mkeys);
        this.odp = odp;
        this.services = services;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public OdpCapabilities odp() {
        return odp;
    }

    @Override
    public DriverMr regOnDemand(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        return added(OnDemandMr.create(MlxPd.of(pd), request, bound, mkeys, new OnDemandCounters(counters)));
    }

    /** It needs the page faults of on-demand paging, since the device looks up a moved page again. */
    @Override
    public boolean importsDmaBufs() {
        return odp.support();
    }

    @Override
    public DriverMr regDmaBuf(DriverPd pd, DmaBufSource buffer, OnDemandRequest request, LedgerCell bound) {
        return added(
                OnDemandMr.importBuffer(MlxPd.of(pd), buffer, request, bound, mkeys, new OnDemandCounters(counters)));
    }

    private OnDemandMr added(OnDemandMr mr) {
        regions.put(MemoryKey.index(mr.lkey()), mr);
        return mr;
    }

    /** A fault that is being handled does not find the region, and fails. */
    void deregister(OnDemandMr mr) {
        int index = MemoryKey.index(mr.lkey());
        regions.remove(index);
        try {
            mr.destroy();
        } catch (VerbsException held) {
            regions.put(index, mr);
            throw held;
        }
    }

    @Override
    public void adviseMr(DriverMr region, MrAdvice advice, long address, long length) {
        OnDemandMr mr = (OnDemandMr) region;
        boolean write = advice == MrAdvice.PREFETCH_WRITE;
        boolean fault = advice != MrAdvice.PREFETCH_NO_FAULT;
        mr.counters().prefetched(mr.bring(mr.virtual(address), length, write, fault));
    }

    SequencedMap<String, Long> statistics() {
        return counters.values();
    }

    /** An entry of the queue of page faults. */
    void handle(KernelBuffer page, long entry) {
        MemorySegment memory = page.segment();
        long token = Eqe.FAULT_TOKEN_HIGH.getLong(memory, entry) << Integer.SIZE
                | Eqe.FAULT_TOKEN_LOW.getLong(memory, entry);
        int mkey = Eqe.FAULT_MKEY.get(memory, entry);
        long address = Eqe.FAULT_ADDRESS.getLong(memory, entry);
        boolean write = (Eqe.FAULT_FLAGS.get(memory, entry) & Eqe.FAULT_WRITE) != 0;
        long pages = Eqe.FAULT_PAGES.getLong(memory, entry);
        long more = Eqe.FAULT_MORE_PAGES.getLong(memory, entry);
        OnDemandMr mr = regions.get(MemoryKey.index(mkey));
        if (mr == null || mr.lkey() != mkey) {
            log(new VerbsException(MlxRule.FAULT_REGION, MemoryKey.text(mkey)));
            resume(token, true);
            return;
        }
        mr.memory().runPaging(() -> resolve(token, () -> bring(mr, address, pages, more, write)));
    }

    /** The requests that wait continue. They fail when the pages cannot be brought, for whatever reason. */
    private void resolve(long token, Runnable bring) {
        boolean failed = true;
        try {
            bring.run();
            failed = false;
        } catch (VerbsException unresolved) {
            log(unresolved);
        } finally {
            resume(token, failed);
        }
    }

    private void resume(long token, boolean failed) {
        try {
            mkeys.resume(token, failed);
        } catch (VerbsException dead) {
            log(dead);
        }
    }

    private static void bring(OnDemandMr mr, long address, long pages, long more, boolean write) {
        long start = mr.virtual(address);
        long needed = pages << PinnedPages.PAGE_SHIFT;
        long brought = mr.bring(start, needed, write, true);
        mr.counters().faulted(brought + ahead(mr, start + needed, more << PinnedPages.PAGE_SHIFT, write));
    }

    /** Prefetches the next pages of the message. A missing page is reported by its own fault. */
    private static long ahead(OnDemandMr mr, long address, long length, boolean write) {
        try {
            return length == 0 ? 0 : mr.bring(address, length, write, true);
        } catch (VerbsException later) {
            return 0;
        }
    }

    private void log(VerbsException refused) {
        services.refused(new Refusal(
                "driver",
                refused.rule().id(),
                refused.rule().violation(),
                refused.errno().name(),
                refused.values()));
    }
}
