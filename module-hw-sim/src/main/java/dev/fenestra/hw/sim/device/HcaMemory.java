package dev.fenestra.hw.sim.device;

/**
 * Memory of the card itself, and where it keeps its tables. What differs from the default in its tables is counted
 * ({@link HcaCounters}), and changes nothing else.
 *
 * @param deviceMemoryBytes what programs may allocate there (MEMIC), whole pages, at most 1 GiB; 0 for none
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
    private static final int PAGE_BYTES = 4096;
    /** A table of 256 MiB, for 128 GiB of pages of 4 KiB. */
    private static final int USUAL_ENTRIES = 1 << 25;

    /** 256 KiB for programs, as on a ConnectX-5; tables on the chip, where no cache is needed. */
    public static final HcaMemory DEFAULT = new HcaMemory(
            256 << 10, MttPlacement.ON_CARD_SRAM, CacheSize.OFF, CacheSize.OFF, USUAL_ENTRIES, BarMemory.PRIVATE);

    public HcaMemory {
        if (deviceMemoryBytes < 0 || deviceMemoryBytes > 1 << 30 || deviceMemoryBytes % PAGE_BYTES != 0) {
            throw new IllegalArgumentException("device memory is 0 to 1 GiB in whole pages, not " + deviceMemoryBytes);
        }
        if (translationEntries < 0 || translationEntries % 2 != 0) {
            throw new IllegalArgumentException(
                    "a translation table has an even number of entries, not " + translationEntries);
        }
    }

    /** Whether it counts how its tables are used. */
    public boolean countsLookups() {
        return translations != MttPlacement.ON_CARD_SRAM
                || !keyCache.equals(CacheSize.OFF)
                || !translationCache.equals(CacheSize.OFF);
    }

    /** The same card with other memory for programs. */
    public HcaMemory withDeviceMemory(int bytes) {
        return new HcaMemory(bytes, translations, keyCache, translationCache, translationEntries, bar);
    }

    public HcaMemory withTranslations(MttPlacement placement) {
        return new HcaMemory(deviceMemoryBytes, placement, keyCache, translationCache, translationEntries, bar);
    }

    public HcaMemory withCaches(CacheSize ofKeys, CacheSize ofTranslations) {
        return new HcaMemory(deviceMemoryBytes, translations, ofKeys, ofTranslations, translationEntries, bar);
    }

    /** The same card with another room in its translation table. */
    public HcaMemory withTranslationEntries(int entries) {
        return new HcaMemory(deviceMemoryBytes, translations, keyCache, translationCache, entries, bar);
    }

    /** The same card with its mapped memory in another place. */
    public HcaMemory withBar(BarMemory place) {
        return new HcaMemory(deviceMemoryBytes, translations, keyCache, translationCache, translationEntries, place);
    }
}
