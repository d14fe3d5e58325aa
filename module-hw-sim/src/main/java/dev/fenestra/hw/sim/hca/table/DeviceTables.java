package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/**
 * The key table and the translation table of a device, as it is configured. Without caches and with all tables on the
 * chip, they are the plain tables, so a model that is off costs nothing.
 *
 * @param keys the key table
 * @param translations the translation table
 */
public record DeviceTables(MptTable keys, MttTable translations) {

    /**
     * Makes the tables of a device.
     *
     * @param arena owns the tables' memory
     * @param config their sizes, places and caches
     * @param bus the host's memory
     * @param counters count look-ups
     * @return empty tables
     */
    public static DeviceTables of(Arena arena, HcaConfig config, DmaBus bus, HcaCounters counters) {
        HcaMemory memory = config.memory();
        int logKeys = config.limits().logMaxMkey();
        boolean plain = memory.translations() == MttPlacement.ON_CARD_SRAM
                && memory.translationCache().isOff();
        return new DeviceTables(
                memory.keyCache().isOff()
                        ? new MptTable(arena, logKeys)
                        : new CachedMptTable(arena, logKeys, memory.keyCache(), counters),
                plain
                        ? new MttTable(arena, memory.translationEntries())
                        : new ModelledMttTable(arena, memory, bus, counters));
    }

    /**
     * Copies an entry of the key table. That of a region of pinned pages comes with its translations; to read them
     * counts as no look-up.
     *
     * @param index 0 up to the capacity
     * @return the entry; one that has never been used is zeros
     */
    public KeyEntry copy(int index) {
        KeyEntry entry = keys.copy(index);
        MemorySegment bytes = MemorySegment.ofArray(entry.bytes());
        int first = MptEntry.TRANSLATION.get(bytes, 0);
        int count = Math.min(MptEntry.ENTRIES.get(bytes, 0), KeyEntry.MOST_TRANSLATIONS);
        boolean hasPages = entry.isAlive()
                && !entry.isFree()
                && MkeyContext.OBJECT_CLASS.get(bytes, 0) == MkeyContext.CLASS_MR
                && first >= 0
                && count > 0;
        return hasPages
                ? entry.translatedBy(
                        first,
                        LongStream.range(first, (long) first + count)
                                .map(at -> translations.value((int) at))
                                .toArray())
                : entry;
    }
}
