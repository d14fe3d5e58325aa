package dev.fenestra.hw.sim.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Translations of regions that are paged on demand. In place of its first translation entry, such a region has a handle
 * below {@link #HANDLES_END}. An access loads this number anyway, and its sign says whether pages may be missing.
 */
public final class DemandTable {
    /** All handles are below. */
    public static final int HANDLES_END = -2;

    private static final int HANDLE = Integer.MIN_VALUE;

    private final MttTable mtt;
    private @Nullable DemandRange[] ranges = new @Nullable DemandRange[8];

    public DemandTable(MttTable mtt) {
        this.mtt = mtt;
    }

    /**
     * Makes room for the translations of a region; there are none yet.
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

    /** Forgets a region and its translations. */
    public void free(int handle) {
        range(handle).clear();
        ranges[handle & ~HANDLE] = null;
    }

    /** The key index of the region. */
    public int owner(int handle) {
        return range(handle).owner;
    }

    /** The whole entry of a page, 0 when there is none. */
    public long entry(int handle, long page) {
        return range(handle).get(page);
    }

    /** The page's bus address; 0 when there is no entry. */
    public long busAddress(int handle, long page) {
        return range(handle).busAddress(page);
    }

    /** Writes an entry that is not 0; false when the translation table has no room. */
    public boolean write(int handle, long page, long entry) {
        return range(handle).set(page, entry);
    }

    /** Takes a range of entries away; the result is how many there were. */
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
