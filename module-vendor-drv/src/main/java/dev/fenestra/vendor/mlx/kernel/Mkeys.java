package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.lang.foreign.MemorySegment;

/** Mkeys: what the commands about regions, windows and device memory have in common. */
final class Mkeys {
    /** The place of the mkey context in CREATE_MKEY and MODIFY_MKEY. */
    static final int CONTEXT = CreateMkey.MKEY_OFFSET;

    private static final int MTT_PER_OCTOWORD = 2;

    private final CommandQueue commands;

    Mkeys(CommandQueue commands) {
        this.commands = commands;
    }

    /** CREATE_MKEY without translations. */
    Command creation() {
        return commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES);
    }

    /** A command with the mkey context and a translation for each page. */
    Command withPages(CommandOpcode opcode, TranslationPages pages) {
        int octowords = octowords(pages.count());
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

    /** The 16-byte units that so many translations take. */
    static int octowords(int translations) {
        return (translations + MTT_PER_OCTOWORD - 1) / MTT_PER_OCTOWORD;
    }

    static void describePages(MemorySegment in, TranslationPages pages) {
        MkeyContext.LOG_PAGE_SIZE.set(in, CONTEXT, pages.shift());
        MkeyContext.TRANSLATION_OCTOWORDS.set(in, CONTEXT, octowords(pages.count()));
    }

    static void describeRegion(MemorySegment in, DriverPd pd, PinnedPages pages, long iova, int access) {
        describeRegion(in, pd, access, iova, pages.length());
        MkeyContext.VIRTUAL.set(in, CONTEXT, iova == pages.address());
    }

    static void describeRegion(MemorySegment in, DriverPd pd, int access, long iova, long length) {
        MkeyContext.OBJECT_CLASS.set(in, CONTEXT, MkeyContext.CLASS_MR);
        MkeyContext.ACCESS_MODE.set(in, CONTEXT, MkeyContext.ACCESS_MODE_MTT);
        setAccess(in, access);
        common(in, pd);
        MkeyContext.START_ADDRESS.setLong(in, CONTEXT, iova);
        MkeyContext.LENGTH.setLong(in, CONTEXT, length);
        MkeyContext.LOG_PAGE_SIZE.set(in, CONTEXT, PinnedPages.PAGE_SHIFT);
    }

    static void setAccess(MemorySegment in, int access) {
        MkeyContext.LOCAL_READ.set(in, CONTEXT, true);
        MkeyContext.LOCAL_WRITE.set(in, CONTEXT, AccessFlag.LOCAL_WRITE.in(access));
        MkeyContext.REMOTE_READ.set(in, CONTEXT, AccessFlag.REMOTE_READ.in(access));
        MkeyContext.REMOTE_WRITE.set(in, CONTEXT, AccessFlag.REMOTE_WRITE.in(access));
        MkeyContext.ATOMIC.set(in, CONTEXT, AccessFlag.REMOTE_ATOMIC.in(access));
        MkeyContext.MW_BIND.set(in, CONTEXT, AccessFlag.MW_BIND.in(access));
        MkeyContext.ZERO_BASED.set(in, CONTEXT, AccessFlag.ZERO_BASED.in(access));
    }

    static void common(MemorySegment in, DriverPd pd) {
        MkeyContext.QPN.set(in, CONTEXT, MkeyContext.ANY_QPN);
        MkeyContext.PD.set(in, CONTEXT, MlxPd.of(pd).number());
        MkeyContext.CHOOSE_TAG.set(in, CONTEXT, true);
    }

    /** Executes a command about one key and returns the key in its output. */
    int execute(Command command) {
        commands.execute(command);
        return MemoryKey.of(command.created(), CommandOutput.TAG.get(command.out(), 0));
    }

    /** DESTROY_MKEY; EBUSY for a region with bound windows. */
    void destroy(int key) {
        commands.destroy(CommandOpcode.DESTROY_MKEY, MemoryKey.index(key));
    }
}
