package dev.fenestra.hw.sim.hca.limits;

import dev.fenestra.hw.sim.hca.host.BarMemory;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import java.util.function.Consumer;

/**
 * Memory of the card itself, and the place of its tables. A device with other tables than the default counts how it
 * uses them ({@link HcaCounters}); nothing else differs.
 *
 * @param deviceMemoryBytes what programs may allocate there (MEMIC), whole pages; at most
 *     {@link #MOST_DEVICE_MEMORY}, 0 for none
 * @param translations where the translation table lies
 * @param keyCache cache of the key table
 * @param translationCache cache of the translation table
 * @param translationEntries room of the translation table: pages of all regions together, an even number
 * @param bar where memory of the card lies that software may map
 */
public record HcaMemory(
        int deviceMemoryBytes,
        MttPlacement translations,
        CacheSize keyCache,
        CacheSize translationCache,
        int translationEntries,
        BarMemory bar) {
    /** 65,536 pages: that many can be told apart when they are mapped. */
    public static final int MOST_DEVICE_MEMORY = 1 << 28;

    private static final int PAGE_BYTES = 4096;
    /** A table of 256 MiB, for 128 GiB of pages of 4 KiB. */
    private static final int USUAL_ENTRIES = 1 << 25;

    /** 256 KiB for programs, as on a ConnectX-5; tables on the chip, where no cache is needed. */
    public static final HcaMemory DEFAULT = new HcaMemory(
            256 << 10, MttPlacement.ON_CARD_SRAM, CacheSize.OFF, CacheSize.OFF, USUAL_ENTRIES, BarMemory.PRIVATE);

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException for device memory that is not 0 to 256 MiB in whole pages, or an odd or negative
     *     number of translation entries
     */
    public HcaMemory {
        if (deviceMemoryBytes < 0 || deviceMemoryBytes > MOST_DEVICE_MEMORY || deviceMemoryBytes % PAGE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "device memory is 0 to 256 MiB in whole pages, not " + deviceMemoryBytes);
        }
        if (translationEntries < 0 || translationEntries % 2 != 0) {
            throw new IllegalArgumentException(
                    "a translation table has an even number of entries, not " + translationEntries);
        }
    }

    /** {@return whether it counts how its tables are used} */
    public boolean countsLookups() {
        return translations != MttPlacement.ON_CARD_SRAM
                || !keyCache.equals(CacheSize.OFF)
                || !translationCache.equals(CacheSize.OFF);
    }

    /**
     * {@return the same card with other memory for programs}
     *
     * @param bytes whole pages, at most {@link #MOST_DEVICE_MEMORY}; 0 for none
     * @throws IllegalArgumentException for another size
     */
    public HcaMemory withDeviceMemory(int bytes) {
        return with(draft -> draft.deviceMemoryBytes = bytes);
    }

    /**
     * {@return the same card with its translation table in another place}
     *
     * @param placement the place of the table
     */
    public HcaMemory withTranslations(MttPlacement placement) {
        return with(draft -> draft.translations = placement);
    }

    /**
     * {@return the same card with other caches}
     *
     * @param ofKeys cache of the key table
     * @param ofTranslations cache of the translation table
     */
    public HcaMemory withCaches(CacheSize ofKeys, CacheSize ofTranslations) {
        return with(draft -> {
            draft.keyCache = ofKeys;
            draft.translationCache = ofTranslations;
        });
    }

    /**
     * {@return the same card with a translation table of another size}
     *
     * @param entries pages of all regions together, an even number from 0 on
     * @throws IllegalArgumentException for an odd or negative number
     */
    public HcaMemory withTranslationEntries(int entries) {
        return with(draft -> draft.translationEntries = entries);
    }

    /**
     * {@return the same card with its mapped memory in another place}
     *
     * @param place the memory that software may map
     */
    public HcaMemory withBar(BarMemory place) {
        return with(draft -> draft.bar = place);
    }

    private HcaMemory with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.memory();
    }

    /** The values of a card's memory, of which one is about to change. */
    private static final class Draft {
        int deviceMemoryBytes;
        MttPlacement translations;
        CacheSize keyCache;
        CacheSize translationCache;
        int translationEntries;
        BarMemory bar;

        Draft(HcaMemory from) {
            deviceMemoryBytes = from.deviceMemoryBytes;
            translations = from.translations;
            keyCache = from.keyCache;
            translationCache = from.translationCache;
            translationEntries = from.translationEntries;
            bar = from.bar;
        }

        HcaMemory memory() {
            return new HcaMemory(deviceMemoryBytes, translations, keyCache, translationCache, translationEntries, bar);
        }
    }
}
