package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.manual.BoundWindows;
import dev.fenestra.hw.sim.manual.CommandOpcode;
import dev.fenestra.hw.sim.manual.CommandOutput;
import dev.fenestra.hw.sim.manual.CreateMkey;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.MttEntry;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Regions and windows: both are mkeys. */
final class MkeyOps {
    private static final int MTT_PER_OCTOWORD = 2;
    private static final int WINDOW_OCTOWORDS = 4;
    private static final int WINDOWS_REPORTED = 64;
    private static final int MKEY = CreateMkey.MKEY_OFFSET;

    private final CommandQueue commands;

    MkeyOps(CommandQueue commands) {
        this.commands = commands;
    }

    /** CREATE_MKEY with the mkey context and one translation per pinned page. */
    MlxMr register(MlxPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        long[] addresses = pages.busAddresses();
        int octowords = (addresses.length + MTT_PER_OCTOWORD - 1) / MTT_PER_OCTOWORD;
        long listBytes = (long) octowords * MTT_PER_OCTOWORD * MttEntry.BYTES;
        try (Command command =
                new Command(CommandOpcode.CREATE_MKEY, CreateMkey.LIST_OFFSET + listBytes, CommandOutput.BYTES)) {
            MemorySegment in = command.in();
            MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_MR);
            MkeyContext.ACCESS_MODE.set(in, MKEY, MkeyContext.ACCESS_MODE_MTT);
            setAccess(in, access);
            common(in, pd);
            MkeyContext.START_ADDRESS.setLong(in, MKEY, iova);
            MkeyContext.LENGTH.setLong(in, MKEY, pages.length());
            MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, PinnedPages.PAGE_SHIFT);
            MkeyContext.TRANSLATION_OCTOWORDS.set(in, MKEY, octowords);
            CreateMkey.TRANSLATION_OCTOWORDS.set(in, 0, octowords);
            CreateMkey.LEDGER.setLong(in, 0, bound.busAddress());
            long permissions = MttEntry.READ | MttEntry.WRITE;
            for (int i = 0; i < addresses.length; i++) {
                long at = CreateMkey.LIST_OFFSET + (long) i * MttEntry.BYTES;
                MttEntry.VALUE.setLong(in, at, addresses[i] | permissions);
            }
            return new MlxMr(create(command));
        }
    }

    private static void setAccess(MemorySegment in, int access) {
        MkeyContext.LOCAL_READ.set(in, MKEY, true);
        MkeyContext.LOCAL_WRITE.set(in, MKEY, AccessFlag.LOCAL_WRITE.in(access));
        MkeyContext.REMOTE_READ.set(in, MKEY, AccessFlag.REMOTE_READ.in(access));
        MkeyContext.REMOTE_WRITE.set(in, MKEY, AccessFlag.REMOTE_WRITE.in(access));
        MkeyContext.ATOMIC.set(in, MKEY, AccessFlag.REMOTE_ATOMIC.in(access));
        MkeyContext.MW_BIND.set(in, MKEY, AccessFlag.MW_BIND.in(access));
        MkeyContext.ZERO_BASED.set(in, MKEY, AccessFlag.ZERO_BASED.in(access));
    }

    /** CREATE_MKEY of a free window. */
    MlxMw allocateWindow(MlxPd pd, MwType type) {
        try (Command command = new Command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            MemorySegment in = command.in();
            boolean type2 = type == MwType.TYPE_2;
            MkeyContext.OBJECT_CLASS.set(in, MKEY, type2 ? MkeyContext.CLASS_MW_TYPE_2 : MkeyContext.CLASS_MW_TYPE_1);
            MkeyContext.ACCESS_MODE.set(in, MKEY, MkeyContext.ACCESS_MODE_KLM);
            MkeyContext.FREE.set(in, MKEY, true);
            MkeyContext.UMR_ENABLED.set(in, MKEY, true);
            MkeyContext.LOCAL_READ.set(in, MKEY, true);
            MkeyContext.REMOTE_INVALIDATE.set(in, MKEY, type2);
            common(in, pd);
            MkeyContext.TRANSLATION_OCTOWORDS.set(in, MKEY, WINDOW_OCTOWORDS);
            return new MlxMw(create(command));
        }
    }

    private static void common(MemorySegment in, MlxPd pd) {
        MkeyContext.QPN.set(in, MKEY, MkeyContext.ANY_QPN);
        MkeyContext.PD.set(in, MKEY, pd.number());
        MkeyContext.CHOOSE_TAG.set(in, MKEY, true);
    }

    private int create(Command command) {
        commands.execute(command);
        return MemoryKey.of(command.created(), CommandOutput.TAG.get(command.out(), 0));
    }

    /** DESTROY_MKEY; EBUSY for a region with bound windows. */
    void destroy(int key) {
        try (Command command = Command.small(CommandOpcode.DESTROY_MKEY)) {
            commands.execute(command.about(MemoryKey.index(key)));
        }
    }

    /** The windows bound to a region, the first {@value #WINDOWS_REPORTED} of them. */
    List<WindowHolder> boundTo(MlxMr mr) {
        long outputBytes = BoundWindows.LIST_OFFSET + (long) WINDOWS_REPORTED * BoundWindows.ENTRY_BYTES;
        try (Command command = new Command(CommandOpcode.QUERY_BOUND_WINDOWS, CommandOutput.BYTES, outputBytes)) {
            commands.execute(command.about(MemoryKey.index(mr.key())));
            List<WindowHolder> holders = new ArrayList<>();
            int count = BoundWindows.COUNT.get(command.out(), 0);
            for (int i = 0; i < count; i++) {
                long at = BoundWindows.LIST_OFFSET + (long) i * BoundWindows.ENTRY_BYTES;
                int qpn = BoundWindows.QPN.get(command.out(), at);
                holders.add(new WindowHolder(
                        BoundWindows.RKEY.get(command.out(), at), qpn == MkeyContext.ANY_QPN ? -1 : qpn));
            }
            return holders;
        }
    }
}
