package dev.fenestra.hw.sim.table;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.device.HcaCounters;
import dev.fenestra.hw.sim.device.HcaMemory;
import dev.fenestra.hw.sim.device.MttPlacement;
import java.lang.foreign.Arena;

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
}
