package dev.fenestra.hw.sim.hca.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Translations of regions that are paged on demand. In place of its first translation entry, such a region has a handle
 * below {@link #HANDLES_END}. An access loads this number anyway, and its sign says whether pages may be missing.
 */
public final class DemandTable {
    /** All handles are below this. */
    public static final int HANDLES_END = -2;

    private static final int HANDLE = Integer.MIN_VALUE;

    private final MttTable mtt;
    private @Nullable DemandRange[] ranges = new @Nullable DemandRange[8];

    /**
     * Makes a table without regions.
     *
     * @param mtt has the translations
     */
    public DemandTable(MttTable mtt) {
        this.mtt = mtt;
    }

    /**
     * Makes room for the translations of a region. It has none yet.
     *
     * @param keyIndex of the region
     * @return the handle
     */
    public int create(int keyIndex) {
        int number = 0;
        while (number < ranges.length && ranges[number] != null) {
            number++;
        }
        if (number == ranges.length) {
            ranges = Arrays.copyOf(ranges, 2 * number);
        }
        ranges[number] = new DemandRange(mtt, keyIndex);
        return HANDLE | number;
    }

    /**
     * Forgets a region and its translations.
     *
     * @param handle of the region
     */
    public void free(int handle) {
        range(handle).clear();
        ranges[handle & ~HANDLE] = null;
    }

    /**
     * {@return the key index of the region}
     *
     * @param handle of the region
     */
    public int owner(int handle) {
        return range(handle).owner;
    }

    /**
     * {@return the whole entry of a page, 0 when there is none}
     *
     * @param handle of the region
     * @param page counted from the region's first page
     */
    public long entry(int handle, long page) {
        return range(handle).get(page);
    }

    /**
     * {@return the page's bus address; 0 when there is no entry}
     *
     * @param handle of the region
     * @param page counted from the region's first page
     */
    public long busAddress(int handle, long page) {
        return range(handle).busAddress(page);
    }

    /**
     * Writes an entry.
     *
     * @param handle of the region
     * @param page counted from the region's first page
     * @param entry the new entry, not 0
     * @return false when the translation table has no room
     */
    public boolean write(int handle, long page, long entry) {
        return range(handle).set(page, entry);
    }

    /**
     * Removes a range of entries.
     *
     * @param handle of the region
     * @param firstPage counted from the region's first page
     * @param count pages, more than 0
     * @return entries that were removed
     */
    public long zap(int handle, long firstPage, long count) {
        return range(handle).clear(firstPage, count);
    }

    private DemandRange range(int handle) {
        DemandRange range = ranges[handle & ~HANDLE];
        if (range == null) {
            throw new IllegalStateException("no region has this handle: " + Integer.toHexString(handle));
        }
        return range;
    }
}
