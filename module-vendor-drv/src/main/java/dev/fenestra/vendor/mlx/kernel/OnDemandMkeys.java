package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.PageFaultResume;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.lang.foreign.MemorySegment;

/** Mkeys of on-demand paging: they are created without pages, and their translations come and go. */
final class OnDemandMkeys {

    private final CommandQueue commands;
    private final Mkeys mkeys;

    OnDemandMkeys(CommandQueue commands, Mkeys mkeys) {
        this.commands = commands;
        this.mkeys = mkeys;
    }

    /** CREATE_MKEY of a region without pages. */
    int create(DriverPd pd, OnDemandRequest request, LedgerCell bound) {
        try (Command command = mkeys.creation()) {
            MemorySegment in = command.in();
            Mkeys.describeRegion(in, pd, request.access(), request.iova(), request.length());
            CreateMkey.PAGE_ACCESS.set(in, 0, true);
            MkeyContext.LENGTH_64.set(in, Mkeys.CONTEXT, request.isImplicit());
            CreateMkey.LEDGER.setLong(in, 0, bound.busAddress());
            return mkeys.execute(command);
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

    /** DESTROY_MKEY; EBUSY for a region with bound windows. */
    void destroy(int key) {
        commands.destroy(CommandOpcode.DESTROY_MKEY, MemoryKey.index(key));
    }
}
