package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The translation table: one 8-byte entry per page of a region, in ranges of consecutive entries. It grows by chunks,
 * up to its limit, as ranges are allocated.
 */
public class MttTable {
    /** log2 of the smallest page that an entry translates, 4 KiB. */
    public static final int PAGE_SHIFT = 12;

    /** No room for the range. */
    public static final int NO_ROOM = -1;

    /** Entries in 16 bytes. Ranges are of even size, so each begins on such a unit. */
    public static final int PER_OCTOWORD = 2;

    private static final int CHUNK_SHIFT = 15;
    private static final int IN_CHUNK = (1 << CHUNK_SHIFT) - 1;

    private final Arena arena;
    private MemorySegment[] chunks = new MemorySegment[0];
    private final TreeMap<Integer, Integer> freeRanges = new TreeMap<>();
    /** Users beside the first one of a range, by its first entry. */
    private final Map<Integer, Integer> shares = new HashMap<>();

    private final int limit;
    private int end;

    /**
     * Makes an empty table.
     *
     * @param arena owns the table's memory
     * @param limit entries that it may grow to
     */
    public MttTable(Arena arena, int limit) {
        this.arena = arena;
        this.limit = limit;
    }

    /** {@return whether its entries lie in pages that the driver gives} */
    public boolean wantsPages() {
        return false;
    }

    /**
     * Adds a page of the host for its entries.
     *
     * @param page bus address
     * @throws IllegalStateException when the table lies on the card
     */
    public void give(long page) {
        throw new IllegalStateException("this table lies on the card");
    }

    /**
     * Allocates a range of consecutive entries.
     *
     * @param count an even number
     * @return the first entry, or {@link #NO_ROOM}
     */
    public int allocate(int count) {
        for (Map.Entry<Integer, Integer> range : freeRanges.entrySet()) {
            if (range.getValue() >= count) {
                return takeFrom(range.getKey(), range.getValue(), count);
            }
        }
        return grow(count);
    }

    private int takeFrom(int first, int available, int count) {
        freeRanges.remove(first);
        if (available > count) {
            freeRanges.put(first + count, available - count);
        }
        return first;
    }

    private int grow(int count) {
        if (count > limit - end) {
            return NO_ROOM;
        }
        int first = end;
        if (!extend(end + count)) {
            return NO_ROOM;
        }
        end += count;
        return first;
    }

    /** {@return whether the table has memory for a number of entries} */
    boolean extend(int entries) {
        int needed = (entries + IN_CHUNK) >>> CHUNK_SHIFT;
        int old = chunks.length;
        if (needed > old) {
            chunks = Arrays.copyOf(chunks, needed);
            for (int i = old; i < needed; i++) {
                chunks[i] = arena.allocate((long) MttEntry.BYTES << CHUNK_SHIFT, MttEntry.BYTES);
            }
        }
        return true;
    }

    /**
     * Adds a user to a range. The range is free after each user has freed it.
     *
     * @param first entry of the range
     */
    public void share(int first) {
        shares.merge(first, 1, Integer::sum);
    }

    /**
     * {@return whether a range has more than one user}
     *
     * @param first entry of the range
     */
    public boolean isShared(int first) {
        return shares.containsKey(first);
    }

    /**
     * Frees a range. After its last user, the range is joined with its free neighbours.
     *
     * @param first entry of the range
     * @param count its entries
     */
    public void free(int first, int count) {
        Integer others = shares.get(first);
        if (others != null) {
            shares.compute(first, (range, users) -> others == 1 ? null : others - 1);
            return;
        }
        int start = first;
        int length = count;
        Map.Entry<Integer, Integer> before = freeRanges.lowerEntry(first);
        if (before != null && before.getKey() + before.getValue() == first) {
            start = before.getKey();
            length += before.getValue();
        }
        Integer after = freeRanges.remove(first + count);
        if (after != null) {
            length += after;
        }
        freeRanges.put(start, length);
    }

    /**
     * Writes an entry.
     *
     * @param entry number of the entry
     * @param value bus address and permission bits
     */
    public void write(int entry, long value) {
        MttEntry.VALUE.setLong(chunks[entry >>> CHUNK_SHIFT], offset(entry), value);
    }

    /**
     * {@return the whole entry, permission bits included}
     *
     * @param entry number of the entry
     */
    public long value(int entry) {
        return MttEntry.VALUE.getLong(chunks[entry >>> CHUNK_SHIFT], offset(entry));
    }

    /**
     * {@return the entry's page address, without its permission bits}
     *
     * @param entry number of the entry
     */
    public long busAddress(int entry) {
        return MttEntry.VALUE.getLong(chunks[entry >>> CHUNK_SHIFT], offset(entry)) & MttEntry.ADDRESS_MASK;
    }

    /**
     * Reads the page addresses of consecutive entries, without their permission bits.
     *
     * @param first number of the first entry
     * @param count how many
     * @param pages gets the addresses, from its beginning
     */
    public void busAddresses(int first, int count, long[] pages) {
        for (int done = 0; done < count; ) {
            int entry = first + done;
            MemorySegment chunk = chunks[entry >>> CHUNK_SHIFT];
            long offset = (long) (entry & IN_CHUNK) * MttEntry.BYTES;
            int end = Math.min(count, done + IN_CHUNK + 1 - (entry & IN_CHUNK));
            for (; done < end; done++) {
                pages[done] = MttEntry.VALUE.getLong(chunk, offset) & MttEntry.ADDRESS_MASK;
                offset += MttEntry.BYTES;
            }
        }
    }

    /**
     * {@return the segment of an entry, for lists that are no page addresses}
     *
     * @param entry number of the entry
     */
    public MemorySegment segment(int entry) {
        return chunks[entry >>> CHUNK_SHIFT];
    }

    /**
     * {@return the offset of an entry in its segment}
     *
     * @param entry number of the entry
     */
    public long offset(int entry) {
        return (long) (entry & IN_CHUNK) * MttEntry.BYTES;
    }
}
