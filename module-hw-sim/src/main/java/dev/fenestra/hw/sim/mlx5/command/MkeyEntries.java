package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.table.KeyPool;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/** The entries of keys in the key table, as commands make and clear them, and their translations. */
final class MkeyEntries {
    private final Protection protection;
    private final Watch watch;
    private final MptTable mpt;
    private final MttTable mtt;
    private final KeyPool keys;

    MkeyEntries(Protection protection, Watch watch, DeviceTables tables, KeyPolicy policy) {
        this.protection = protection;
        this.watch = watch;
        mpt = tables.keys();
        mtt = tables.translations();
        keys = new KeyPool(mpt.capacity(), policy);
    }

    /** {@return a claim of an index} */
    MkeyClaim claim() {
        return MkeyClaim.ofIndex(keys, mtt);
    }

    /** {@return a claim of an index and a range of translations} */
    MkeyClaim claim(int entries) {
        return MkeyClaim.ofRange(mtt, entries).withIndex(keys);
    }

    /** {@return a claim of a range of translations} */
    MkeyClaim claimRange(int entries) {
        return MkeyClaim.ofRange(mtt, entries);
    }

    /** Makes the entry of a new key from the context in the command. The caller completes it before it is created. */
    MemorySegment enter(CommandBuffers buffers, int index) {
        MemorySegment in = buffers.input();
        boolean choose = MkeyContext.CHOOSE_TAG.isSet(in, CreateMkey.MKEY_OFFSET);
        int tag = choose ? keys.tagFor(index) : MkeyContext.TAG.get(in, CreateMkey.MKEY_OFFSET);
        mpt.clear(index);
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        MemorySegment.copy(in, CreateMkey.MKEY_OFFSET, memory, entry, MkeyContext.BYTES);
        MkeyContext.TAG.set(memory, entry, tag);
        MkeyContext.CHOOSE_TAG.set(memory, entry, 0);
        MptEntry.LAST_TAG.set(memory, entry, 0);
        MptEntry.BOUND_COUNT.set(memory, entry, 0);
        MptEntry.VERSION.set(memory, entry, 0);
        MptEntry.UNREGISTERED.set(memory, entry, 0);
        MptEntry.ALIVE.set(memory, entry, 1);
        report(buffers, index, tag);
        return memory;
    }

    /**
     * Commits the claim of a new key whose entry is complete, and tells observers of the key. Its tag is that of its
     * context, whether it is free or not.
     */
    CommandSyndrome created(MkeyClaim claim) {
        claim.commit();
        int index = claim.index();
        int tag = MkeyContext.TAG.get(mpt.segment(index), mpt.offset(index));
        watch.keyChanged(KeyChange.CREATED, index << 8 | tag);
        return CommandSyndrome.NONE;
    }

    /** Reports the key to software. */
    static void report(CommandBuffers buffers, int index, int tag) {
        buffers.object(index);
        CommandOutput.TAG.set(buffers.output(), 0, tag);
    }

    /** Writes the translations of pages, from the first on. */
    void translate(RegionPages pages, int first) {
        for (int i = 0; i < pages.count(); i++) {
            mtt.write(first + i, pages.translation(i));
        }
        watch.counters().mttWritten += pages.count();
        watch.translationsWritten(pages.count(), () -> change(pages, first));
    }

    private static TranslationChange change(RegionPages pages, int first) {
        long[] values = LongStream.range(0, Math.min(pages.count(), TranslationChange.MOST_VALUES))
                .map(i -> pages.translation((int) i))
                .toArray();
        return new TranslationChange(TranslationChange.NO_REGION, first, pages.count(), values);
    }

    /** {@return whether another region uses the translation of an entry, too} */
    boolean sharesTranslation(MemorySegment memory, long entry) {
        return mtt.isShared(MptEntry.TRANSLATION.get(memory, entry));
    }

    /** Clears an entry. Its index and its translations are free again. */
    void remove(int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int tag = MptEntry.tag(memory, entry);
        int objectClass = MkeyContext.OBJECT_CLASS.get(memory, entry);
        switch (objectClass) {
            case MkeyContext.CLASS_MR, MkeyContext.CLASS_PAGES, MkeyContext.CLASS_INDIRECT -> {
                protection.fastRegions.release(index);
                freeTranslations(MptEntry.TRANSLATION.get(memory, entry), MptEntry.ENTRIES.get(memory, entry));
            }
            case MkeyContext.CLASS_DEVICE_MEMORY ->
                protection.deviceMemory.count(MptEntry.BASE.getLong(memory, entry), -1);
            default -> protection.windows.release(index);
        }
        mpt.clear(index);
        // Each bind of a type-1 window takes the next tag, however many there are.
        keys.free(index, tag, objectClass != MkeyContext.CLASS_MW_TYPE_1);
        watch.keyChanged(KeyChange.DESTROYED, index << 8 | tag);
    }

    private void freeTranslations(int first, int entries) {
        if (first < DemandTable.HANDLES_END) {
            protection.demand.free(first);
        } else {
            mtt.free(first, entries);
        }
    }
}
