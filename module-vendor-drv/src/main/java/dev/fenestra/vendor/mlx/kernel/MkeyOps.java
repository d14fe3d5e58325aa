package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.prm.BoundWindows;
import dev.fenestra.hw.sim.prm.CommandInput;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.hw.sim.prm.CreateMkey;
import dev.fenestra.hw.sim.prm.Field;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.hw.sim.prm.ModifyMkey;
import dev.fenestra.hw.sim.prm.MttEntry;
import dev.fenestra.hw.sim.prm.PageFaultResume;
import dev.fenestra.hw.sim.prm.QueryMkey;
import dev.fenestra.hw.sim.prm.UpdateTranslations;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Regions and windows: both are mkeys. */
final class MkeyOps {
    private static final int MTT_PER_OCTOWORD = 2;
    private static final int WINDOW_OCTOWORDS = 4;
    private static final int MEMIC_LOW_BITS = 3;
    private static final int WINDOWS_REPORTED = 64;
    private static final int MKEY = CreateMkey.MKEY_OFFSET;

    private final CommandQueue commands;

    MkeyOps(CommandQueue commands) {
        this.commands = commands;
    }

    /** CREATE_MKEY with the mkey context and a translation for each page, of the largest possible page size. */
    MlxMr register(MlxPd pd, PinnedPages pinned, long iova, int access, LedgerCell bound) {
        TranslationPages pages = TranslationPages.of(pinned, iova);
        try (Command command = withPages(CommandOpcode.CREATE_MKEY, pages)) {
            describeRegion(command.in(), pd, pinned, iova, access);
            describePages(command.in(), pages);
            CreateMkey.LEDGER.setLong(command.in(), 0, bound.busAddress());
            return new MlxMr(execute(command), iova, pages.shift());
        }
    }

    /** CREATE_MKEY of a region without pages. */
    int registerOnDemand(MlxPd pd, OnDemandRequest request, LedgerCell bound) {
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            MemorySegment in = command.in();
            describeRegion(in, pd, request.access(), request.iova(), request.length());
            CreateMkey.PAGE_ACCESS.set(in, 0, true);
            MkeyContext.LENGTH_64.set(in, MKEY, request.isImplicit());
            CreateMkey.LEDGER.setLong(in, 0, bound.busAddress());
            return execute(command);
        }
    }

    /**
     * UPDATE_TRANSLATIONS with entries for pages of an on-demand region. Returns how many are new.
     */
    long writeTranslations(int key, long firstPage, long[] entries) {
        long bytes = UpdateTranslations.LIST_OFFSET + (long) entries.length * MttEntry.BYTES;
        try (Command command = update(key, firstPage, entries.length, bytes)) {
            for (int i = 0; i < entries.length; i++) {
                MttEntry.VALUE.setLong(
                        command.in(), UpdateTranslations.LIST_OFFSET + (long) i * MttEntry.BYTES, entries[i]);
            }
            return changed(command);
        }
    }

    /**
     * UPDATE_TRANSLATIONS that removes pages. After it the device uses none of them. Returns how many there were.
     */
    long zapTranslations(int key, long firstPage, long count) {
        try (Command command = update(key, firstPage, count, UpdateTranslations.BYTES)) {
            UpdateTranslations.ZAP.set(command.in(), 0, true);
            return changed(command);
        }
    }

    private Command update(int key, long firstPage, long count, long bytes) {
        Command command = commands.command(CommandOpcode.UPDATE_TRANSLATIONS, bytes, UpdateTranslations.OUTPUT_BYTES);
        command.about(MemoryKey.index(key));
        UpdateTranslations.FIRST.setLong(command.in(), 0, firstPage);
        UpdateTranslations.COUNT.setLong(command.in(), 0, count);
        return command;
    }

    private long changed(Command command) {
        commands.execute(command);
        return UpdateTranslations.CHANGED.getLong(command.out(), 0);
    }

    /** PAGE_FAULT_RESUME: the requests that wait under a token continue, or fail. */
    void resume(long token, boolean failed) {
        try (Command command = commands.small(CommandOpcode.PAGE_FAULT_RESUME)) {
            PageFaultResume.ERROR.set(command.in(), 0, failed);
            PageFaultResume.TOKEN_HIGH.set(command.in(), 0, (int) (token >>> Integer.SIZE));
            PageFaultResume.TOKEN_LOW.set(command.in(), 0, (int) token);
            commands.execute(command);
        }
    }

    /**
     * MODIFY_MKEY with the new region, and a list of translations when they change. The output carries the region's new
     * key. EBUSY for a change that bound windows do not allow.
     */
    MlxMr change(MlxMr mr, RegionChange change) {
        boolean moves = (change.changes() & ReregFlag.CHANGE_TRANSLATION) != 0;
        TranslationPages pages = TranslationPages.of(change.pages(), change.iova());
        try (Command command = moves
                ? withPages(CommandOpcode.MODIFY_MKEY, pages)
                : commands.command(CommandOpcode.MODIFY_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            describeRegion(command.in(), (MlxPd) change.pd(), change.pages(), change.iova(), change.access());
            describePages(command.in(), pages);
            ModifyMkey.CHANGES.set(command.in(), 0, changes(change.changes()));
            int key = execute(command.about(MemoryKey.index(mr.key())));
            return moves ? new MlxMr(key, change.iova(), pages.shift()) : new MlxMr(key, mr.iova(), mr.pageShift());
        }
    }

    private static int changes(int flags) {
        return ((flags & ReregFlag.CHANGE_TRANSLATION) != 0 ? ModifyMkey.TRANSLATION : 0)
                | ((flags & ReregFlag.CHANGE_PD) != 0 ? ModifyMkey.PD : 0)
                | ((flags & ReregFlag.CHANGE_ACCESS) != 0 ? ModifyMkey.ACCESS : 0);
    }

    private Command withPages(CommandOpcode opcode, TranslationPages pages) {
        int octowords = octowords(pages);
        long listBytes = (long) octowords * MTT_PER_OCTOWORD * MttEntry.BYTES;
        Command command = commands.command(opcode, CreateMkey.LIST_OFFSET + listBytes, CommandOutput.BYTES);
        CreateMkey.TRANSLATION_OCTOWORDS.set(command.in(), 0, octowords);
        long permissions = MttEntry.READ | MttEntry.WRITE;
        for (int i = 0; i < pages.count(); i++) {
            long at = CreateMkey.LIST_OFFSET + (long) i * MttEntry.BYTES;
            MttEntry.VALUE.setLong(command.in(), at, pages.busAddress(i) | permissions);
        }
        return command;
    }

    private static int octowords(TranslationPages pages) {
        return (pages.count() + MTT_PER_OCTOWORD - 1) / MTT_PER_OCTOWORD;
    }

    private static void describePages(MemorySegment in, TranslationPages pages) {
        MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, pages.shift());
        MkeyContext.TRANSLATION_OCTOWORDS.set(in, MKEY, octowords(pages));
    }

    private static void describeRegion(MemorySegment in, MlxPd pd, PinnedPages pages, long iova, int access) {
        describeRegion(in, pd, access, iova, pages.length());
        MkeyContext.VIRTUAL.set(in, MKEY, iova == pages.address());
    }

    private static void describeRegion(MemorySegment in, MlxPd pd, int access, long iova, long length) {
        MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_MR);
        MkeyContext.ACCESS_MODE.set(in, MKEY, MkeyContext.ACCESS_MODE_MTT);
        setAccess(in, access);
        common(in, pd);
        MkeyContext.START_ADDRESS.setLong(in, MKEY, iova);
        MkeyContext.LENGTH.setLong(in, MKEY, length);
        MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, PinnedPages.PAGE_SHIFT);
    }

    /** CREATE_MKEY of pages under a key that gives no access. */
    MlxMr listPages(MlxPd pd, PinnedPages pinned, LedgerCell users) {
        TranslationPages pages = TranslationPages.small(pinned, pinned.address());
        try (Command command = withPages(CommandOpcode.CREATE_MKEY, pages)) {
            describeRegion(command.in(), pd, pinned, pinned.address(), 0);
            describePages(command.in(), pages);
            MkeyContext.OBJECT_CLASS.set(command.in(), MKEY, MkeyContext.CLASS_PAGES);
            CreateMkey.LEDGER.setLong(command.in(), 0, users.busAddress());
            return new MlxMr(execute(command));
        }
    }

    /**
     * CREATE_MKEY over the translations of another region when both have the same page offset; else with its own
     * translations.
     */
    MlxMr share(MlxMr other, MlxPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        if (((iova ^ other.iova()) & (1L << other.pageShift()) - 1) != 0) {
            return register(pd, pages, iova, access, bound);
        }
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            describeRegion(command.in(), pd, pages, iova, access);
            MkeyContext.LOG_PAGE_SIZE.set(command.in(), MKEY, other.pageShift());
            CreateMkey.SHARED_KEY.set(command.in(), 0, other.key());
            CreateMkey.LEDGER.setLong(command.in(), 0, bound.busAddress());
            return new MlxMr(execute(command), iova, other.pageShift());
        }
    }

    /** CREATE_MKEY of a part of the card's memory, which needs no translation. */
    MlxMr registerOnDevice(MlxPd pd, MlxDm dm, long offset, long length, int access) {
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            MemorySegment in = command.in();
            MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_DEVICE_MEMORY);
            MkeyContext.ACCESS_MODE.set(in, MKEY, MkeyContext.ACCESS_MODE_MEMIC & MEMIC_LOW_BITS);
            MkeyContext.ACCESS_MODE_HIGH.set(in, MKEY, MkeyContext.ACCESS_MODE_MEMIC >>> 2);
            setAccess(in, access);
            common(in, pd);
            MkeyContext.LENGTH.setLong(in, MKEY, length);
            CreateMkey.DEVICE_ADDRESS.setLong(in, 0, dm.address() + offset);
            return new MlxMr(execute(command));
        }
    }

    /** CREATE_MKEY of a region with room for translations. REG_MR requests fill it. */
    MlxMr allocateFast(MlxPd pd, int maxPages, LedgerCell bound) {
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            MemorySegment in = command.in();
            MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_MR);
            MkeyContext.FAST.set(in, MKEY, true);
            MkeyContext.ACCESS_MODE.set(in, MKEY, MkeyContext.ACCESS_MODE_MTT);
            MkeyContext.FREE.set(in, MKEY, true);
            MkeyContext.UMR_ENABLED.set(in, MKEY, true);
            MkeyContext.REMOTE_INVALIDATE.set(in, MKEY, true);
            MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, PinnedPages.PAGE_SHIFT);
            common(in, pd);
            MkeyContext.TRANSLATION_OCTOWORDS.set(in, MKEY, (maxPages + MTT_PER_OCTOWORD - 1) / MTT_PER_OCTOWORD);
            CreateMkey.LEDGER.setLong(in, 0, bound.busAddress());
            return new MlxMr(execute(command));
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
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
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
            return new MlxMw(execute(command));
        }
    }

    private static void common(MemorySegment in, MlxPd pd) {
        MkeyContext.QPN.set(in, MKEY, MkeyContext.ANY_QPN);
        MkeyContext.PD.set(in, MKEY, pd.number());
        MkeyContext.CHOOSE_TAG.set(in, MKEY, true);
    }

    /** Executes a command about one key and returns the key in its output. */
    private int execute(Command command) {
        commands.execute(command);
        return MemoryKey.of(command.created(), CommandOutput.TAG.get(command.out(), 0));
    }

    /** DESTROY_MKEY; EBUSY for a region with bound windows. */
    void destroy(int key) {
        try (Command command = commands.small(CommandOpcode.DESTROY_MKEY)) {
            commands.execute(command.about(MemoryKey.index(key)));
        }
    }

    /** QUERY_MKEY of a window. */
    WindowState query(MlxMw window) {
        int index = MemoryKey.index(window.rkey());
        try (Command command = commands.command(CommandOpcode.QUERY_MKEY, CommandInput.BYTES, QueryMkey.BYTES)) {
            commands.execute(command.about(index));
            MemorySegment out = command.out();
            int rkey = MemoryKey.of(index, MkeyContext.TAG.get(out, QueryMkey.MKEY_OFFSET));
            boolean free = MkeyContext.FREE.isSet(out, QueryMkey.MKEY_OFFSET);
            return new WindowState(rkey, free ? null : binding(out));
        }
    }

    private static WindowState.Binding binding(MemorySegment out) {
        int mkey = QueryMkey.MKEY_OFFSET;
        long start = MkeyContext.START_ADDRESS.getLong(out, mkey);
        boolean zeroBased = start == 0 && QueryMkey.BOUND_ADDRESS.getLong(out, 0) != 0;
        int access = right(out, MkeyContext.REMOTE_READ, AccessFlag.REMOTE_READ)
                | right(out, MkeyContext.REMOTE_WRITE, AccessFlag.REMOTE_WRITE)
                | right(out, MkeyContext.ATOMIC, AccessFlag.REMOTE_ATOMIC)
                | (zeroBased ? AccessFlag.ZERO_BASED.bit() : 0);
        int qpn = MkeyContext.QPN.get(out, mkey);
        return new WindowState.Binding(
                QueryMkey.BOUND_LKEY.get(out, 0),
                qpn == MkeyContext.ANY_QPN ? -1 : qpn,
                start,
                MkeyContext.LENGTH.getLong(out, mkey),
                access);
    }

    private static int right(MemorySegment out, Field field, AccessFlag flag) {
        return field.isSet(out, QueryMkey.MKEY_OFFSET) ? flag.bit() : 0;
    }

    /** The windows bound to a region, the first {@value #WINDOWS_REPORTED} of them. */
    List<WindowHolder> boundTo(int key) {
        long outputBytes = BoundWindows.LIST_OFFSET + (long) WINDOWS_REPORTED * BoundWindows.ENTRY_BYTES;
        try (Command command = commands.command(CommandOpcode.QUERY_BOUND_WINDOWS, CommandOutput.BYTES, outputBytes)) {
            commands.execute(command.about(MemoryKey.index(key)));
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
