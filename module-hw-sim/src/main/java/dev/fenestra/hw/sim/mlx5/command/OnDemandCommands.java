package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.PageAnswers;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.PageFaultResume;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.stream.LongStream;

/** Commands that add and remove pages of an on-demand region, and the host's answer to page faults. */
final class OnDemandCommands {
    private static final int PAGE_SHIFT = 12;
    private static final long PERMISSIONS = MttEntry.READ | MttEntry.WRITE;

    private final DemandTable demand;
    private final PageAnswers answers;
    private final Watch watch;
    private final DmaBus bus;
    private final MptTable mpt;

    OnDemandCommands(DemandTable demand, PageAnswers answers, Watch watch, DmaBus bus, MptTable mpt) {
        this.demand = demand;
        this.answers = answers;
        this.watch = watch;
        this.bus = bus;
        this.mpt = mpt;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.UPDATE_TRANSLATIONS, this::update);
        handlers.put(CommandOpcode.PAGE_FAULT_RESUME, this::resume);
    }

    private CommandSyndrome update(CommandBuffers buffers) {
        if (buffers.inputLength() < UpdateTranslations.BYTES) {
            return CommandSyndrome.UPDATE_INPUT;
        }
        if (buffers.outputLength() < UpdateTranslations.OUTPUT_BYTES) {
            return CommandSyndrome.UPDATE_OUTPUT;
        }
        int index = buffers.object();
        if (!mpt.isAlive(index)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int handle = MptEntry.TRANSLATION.get(memory, entry);
        if (MkeyContext.OBJECT_CLASS.get(memory, entry) != MkeyContext.CLASS_MR || handle >= DemandTable.HANDLES_END) {
            return CommandSyndrome.UPDATE_NO_REGION;
        }
        long first = UpdateTranslations.FIRST.getLong(buffers.input(), 0);
        long count = UpdateTranslations.COUNT.getLong(buffers.input(), 0);
        if (!liesIn(memory, entry, first, count)) {
            return CommandSyndrome.UPDATE_RANGE;
        }
        return UpdateTranslations.ZAP.isSet(buffers.input(), 0)
                ? zap(buffers, index, first, count)
                : write(buffers, index, first, count);
    }

    /** {@return whether the pages lie in the region} */
    private static boolean liesIn(MemorySegment memory, long entry, long first, long count) {
        long inFirstPage = MkeyContext.START_ADDRESS.getLong(memory, entry) & (1 << PAGE_SHIFT) - 1;
        long lastByte = inFirstPage + MkeyContext.LENGTH.getLong(memory, entry) - 1;
        long lastPage = lastByte >>> PAGE_SHIFT;
        return count > 0 && first >= 0 && first <= lastPage && count - 1 <= lastPage - first;
    }

    private CommandSyndrome zap(CommandBuffers buffers, int index, long first, long count) {
        long zapped = demand.zap(handle(index), first, count);
        UpdateTranslations.CHANGED.setLong(buffers.output(), 0, zapped);
        count(zapped, index, first, count);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome write(CommandBuffers buffers, int index, long first, long count) {
        if (count > (buffers.inputLength() - UpdateTranslations.LIST_OFFSET) / MttEntry.BYTES) {
            return CommandSyndrome.UPDATE_INPUT;
        }
        long[] entries = CommandPages.read(buffers.input(), UpdateTranslations.LIST_OFFSET, (int) count);
        for (long entry : entries) {
            long page = entry & ~PERMISSIONS;
            if (entry != 0 && ((page & (1 << PAGE_SHIFT) - 1) != 0 || bus.valid(page) < 1 << PAGE_SHIFT)) {
                return CommandSyndrome.UPDATE_PAGE;
            }
        }
        int handle = handle(index);
        long changed = 0;
        for (int i = 0; i < entries.length; i++) {
            if (entries[i] != 0 && demand.entry(handle, first + i) != entries[i]) {
                if (!demand.write(handle, first + i, entries[i])) {
                    return CommandSyndrome.MKEY_TRANSLATIONS;
                }
                changed++;
            }
        }
        UpdateTranslations.CHANGED.setLong(buffers.output(), 0, changed);
        count(changed, index, first, count);
        return CommandSyndrome.NONE;
    }

    private int handle(int index) {
        return MptEntry.TRANSLATION.get(mpt.segment(index), mpt.offset(index));
    }

    private void count(long entries, int index, long first, long count) {
        watch.counters().mttWritten += entries;
        watch.translationsWritten((int) entries, () -> change(index, first, count));
    }

    /** The pages as they are now. */
    private TranslationChange change(int index, long first, long count) {
        long[] values = LongStream.range(first, first + Math.min(count, TranslationChange.MOST_VALUES))
                .map(page -> demand.entry(handle(index), page))
                .toArray();
        return new TranslationChange(index, first, count, values);
    }

    private CommandSyndrome resume(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long token =
                PageFaultResume.TOKEN_HIGH.getLong(in, 0) << Integer.SIZE | PageFaultResume.TOKEN_LOW.getLong(in, 0);
        answers.resume(token, PageFaultResume.ERROR.isSet(in, 0));
        return CommandSyndrome.NONE;
    }
}
