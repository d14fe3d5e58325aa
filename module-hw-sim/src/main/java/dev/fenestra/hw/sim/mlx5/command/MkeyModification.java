package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** MODIFY_MKEY: changes a region's translation, PD and rights in one step, all of them or none. */
final class MkeyModification {
    private static final int MKEY = CreateMkey.MKEY_OFFSET;
    private static final int RIGHTS = MkeyContext.ATOMIC.insert(1)
            | MkeyContext.REMOTE_WRITE.insert(1)
            | MkeyContext.REMOTE_READ.insert(1)
            | MkeyContext.LOCAL_WRITE.insert(1)
            | MkeyContext.FLUSH_GLOBAL.insert(1)
            | MkeyContext.FLUSH_PERSISTENT.insert(1);

    private final Watch watch;
    private final MkeyEntries keys;
    private final RegionCreation regions;
    private final DmaBus bus;
    private final MptTable mpt;
    private final Numbers numbers;

    MkeyModification(Watch watch, MkeyEntries keys, RegionCreation regions, DmaBus bus, MptTable mpt, Numbers numbers) {
        this.watch = watch;
        this.keys = keys;
        this.regions = regions;
        this.bus = bus;
        this.mpt = mpt;
        this.numbers = numbers;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.MODIFY_MKEY, this::execute);
    }

    private CommandSyndrome execute(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateMkey.BYTES) {
            return CommandSyndrome.MKEY_INPUT;
        }
        int index = buffers.object();
        if (!mpt.isAlive(index)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int changes = ModifyMkey.CHANGES.get(buffers.input(), 0);
        CommandSyndrome refusal = check(buffers, memory, entry, changes);
        if (refusal != CommandSyndrome.NONE) {
            return refusal;
        }
        complete(buffers, memory, entry, changes);
        return change(buffers, index, memory, entry, changes);
    }

    private CommandSyndrome check(CommandBuffers buffers, MemorySegment memory, long entry, int changes) {
        MemorySegment in = buffers.input();
        if (MkeyContext.OBJECT_CLASS.get(memory, entry) != MkeyContext.CLASS_MR
                || MkeyContext.FAST.isSet(memory, entry)) {
            return CommandSyndrome.MODIFY_NO_REGION;
        }
        if (MptEntry.TRANSLATION.get(memory, entry) < DemandTable.HANDLES_END) {
            return CommandSyndrome.MODIFY_ON_DEMAND;
        }
        if (changes == 0) {
            return CommandSyndrome.MODIFY_NOTHING;
        }
        if (has(changes, ModifyMkey.PD) && !numbers.pds.isAlive(MkeyContext.PD.get(in, MKEY))) {
            return CommandSyndrome.MKEY_PD;
        }
        CommandSyndrome pages =
                has(changes, ModifyMkey.TRANSLATION) ? new RegionPages(buffers).check(bus) : CommandSyndrome.NONE;
        if (pages != CommandSyndrome.NONE) {
            return pages;
        }
        int bound = MptEntry.BOUND_COUNT.get(memory, entry);
        if (bound != 0 && disturbsWindows(in, memory, entry, changes)) {
            watch.refused(HcaRule.D3, 0, "windows=" + bound + " changes=" + changes);
            return CommandSyndrome.MODIFY_HELD;
        }
        return CommandSyndrome.NONE;
    }

    private static boolean disturbsWindows(MemorySegment in, MemorySegment memory, long entry, int changes) {
        return has(changes, ModifyMkey.TRANSLATION | ModifyMkey.PD)
                || takesAway(MkeyContext.MW_BIND, in, memory, entry)
                || takesAway(MkeyContext.LOCAL_WRITE, in, memory, entry);
    }

    private static boolean takesAway(Field right, MemorySegment in, MemorySegment memory, long entry) {
        return right.isSet(memory, entry) && !right.isSet(in, MKEY);
    }

    /** Fills in the unchanged properties from the region, so that the command describes the region completely. */
    private static void complete(CommandBuffers buffers, MemorySegment memory, long entry, int changes) {
        MemorySegment in = buffers.input();
        if (!has(changes, ModifyMkey.PD)) {
            MkeyContext.PD.set(in, MKEY, MkeyContext.PD.get(memory, entry));
        }
        if (!has(changes, ModifyMkey.ACCESS)) {
            int rights = MkeyContext.FREE.word(memory, entry) & RIGHTS;
            MkeyContext.FREE.word(in, MKEY, MkeyContext.FREE.word(in, MKEY) & ~RIGHTS | rights);
            MkeyContext.MW_BIND.set(in, MKEY, MkeyContext.MW_BIND.get(memory, entry));
            MkeyContext.ZERO_BASED.set(in, MKEY, MkeyContext.ZERO_BASED.get(memory, entry));
        }
    }

    private CommandSyndrome change(CommandBuffers buffers, int index, MemorySegment memory, long entry, int changes) {
        MemorySegment in = buffers.input();
        if (has(changes, ModifyMkey.TRANSLATION)) {
            RegionPages pages = new RegionPages(buffers);
            boolean fits = pages.entries() <= MptEntry.ENTRIES.get(memory, entry);
            if (!fits || keys.sharesTranslation(memory, entry)) {
                return regions.replace(buffers, index);
            }
            keys.translate(pages, MptEntry.TRANSLATION.get(memory, entry));
            MkeyContext.START_ADDRESS.setLong(memory, entry, pages.start());
            MkeyContext.LENGTH.setLong(memory, entry, pages.length());
            MkeyContext.LOG_PAGE_SIZE.set(memory, entry, pages.shift());
            MkeyContext.VIRTUAL.set(memory, entry, MkeyContext.VIRTUAL.get(in, MKEY));
        }
        MkeyContext.PD.set(memory, entry, MkeyContext.PD.get(in, MKEY));
        int rights = MkeyContext.FREE.word(in, MKEY) & RIGHTS;
        MkeyContext.FREE.word(memory, entry, MkeyContext.FREE.word(memory, entry) & ~RIGHTS | rights);
        MkeyContext.MW_BIND.set(memory, entry, MkeyContext.MW_BIND.get(in, MKEY));
        MkeyContext.ZERO_BASED.set(memory, entry, MkeyContext.ZERO_BASED.get(in, MKEY));
        MptEntry.VERSION.set(memory, entry, MptEntry.VERSION.get(memory, entry) + 1);
        int tag = MkeyContext.TAG.get(memory, entry);
        MkeyEntries.report(buffers, index, tag);
        watch.keyChanged(KeyChange.MODIFIED, index << 8 | tag);
        return CommandSyndrome.NONE;
    }

    private static boolean has(int changes, int any) {
        return (changes & any) != 0;
    }
}
