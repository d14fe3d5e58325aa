package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The key table: 64 bytes of device memory per index, committed in chunks as indexes come into use. An entry is a
 * segment and an offset in it. Keys that are drawn at random lie far from each other, so a chunk is one page, and the
 * list of chunks has two levels: neither a new table nor a new key takes much.
 */
public class MptTable {
    private static final int CHUNK_SHIFT = 6;
    private static final int IN_CHUNK = (1 << CHUNK_SHIFT) - 1;
    private static final int GROUP_SHIFT = CHUNK_SHIFT + 6;
    private static final int IN_GROUP = (1 << GROUP_SHIFT - CHUNK_SHIFT) - 1;
    private static final MemorySegment[] NO_CHUNKS = noChunks();

    private final Arena arena;
    private final MemorySegment[][] groups;
    private final int capacity;
    private int end;

    /**
     * Makes an empty table.
     *
     * @param arena owns the table's memory
     * @param logEntries log2 of the indexes
     */
    public MptTable(Arena arena, int logEntries) {
        this.arena = arena;
        capacity = 1 << logEntries;
        groups = new MemorySegment[1 << Math.max(0, logEntries - GROUP_SHIFT)][];
        Arrays.fill(groups, NO_CHUNKS);
    }

    private static MemorySegment[] noChunks() {
        MemorySegment[] none = new MemorySegment[IN_GROUP + 1];
        Arrays.fill(none, MemorySegment.NULL);
        return none;
    }

    /**
     * {@return whether an index has memory} An index without memory was never in use.
     *
     * @param index any index
     */
    public boolean isBacked(int index) {
        return index >>> GROUP_SHIFT < groups.length && segment(index).byteSize() != 0;
    }

    /**
     * Counts a look-up of a key; only a table behind a cache does.
     *
     * @param index of the key
     */
    public void countLookup(int index) {
        // The plain table is all on the chip.
    }

    /**
     * {@return whether an index is in use}
     *
     * @param index any index
     */
    public boolean isAlive(int index) {
        return isBacked(index) && MptEntry.ALIVE.isSet(segment(index), offset(index));
    }

    /** {@return one above the highest index} */
    public int capacity() {
        return capacity;
    }

    /**
     * {@return the segment of a backed index}
     *
     * @param index an index with memory
     */
    public MemorySegment segment(int index) {
        return groups[index >>> GROUP_SHIFT][index >>> CHUNK_SHIFT & IN_GROUP];
    }

    /**
     * {@return the offset of an index in its segment}
     *
     * @param index any index
     */
    public long offset(int index) {
        return (long) (index & IN_CHUNK) * MptEntry.BYTES;
    }

    /**
     * Copies an entry.
     *
     * @param index 0 up to the capacity
     * @return the entry; one that has never been used is zeros
     */
    public KeyEntry copy(int index) {
        byte[] bytes = new byte[MptEntry.BYTES];
        MemorySegment copy = MemorySegment.ofArray(bytes);
        if (isBacked(index)) {
            MemorySegment.copy(segment(index), offset(index), copy, 0, MptEntry.BYTES);
        }
        boolean isFree = MkeyContext.FREE.isSet(copy, 0) || MptEntry.UNREGISTERED.isSet(copy, 0);
        return new KeyEntry(
                bytes,
                MptEntry.tag(copy, 0),
                MptEntry.ALIVE.isSet(copy, 0),
                isFree,
                MptEntry.TRANSLATION.get(copy, 0),
                MptEntry.BOUND_COUNT.get(copy, 0));
    }

    /** {@return one above the highest index that was ever in use} */
    public int end() {
        return end;
    }

    /**
     * Gives an index memory and zeroes its entry.
     *
     * @param index an index below the capacity
     */
    public void clear(int index) {
        end = Math.max(end, index + 1);
        if (!isBacked(index)) {
            commit(index);
        }
        segment(index).asSlice(offset(index), MptEntry.BYTES).fill((byte) 0);
    }

    private void commit(int index) {
        int group = index >>> GROUP_SHIFT;
        if (groups[group] == NO_CHUNKS) {
            groups[group] = NO_CHUNKS.clone();
        }
        groups[group][index >>> CHUNK_SHIFT & IN_GROUP] =
                arena.allocate((long) MptEntry.BYTES << CHUNK_SHIFT, MptEntry.BYTES);
    }
}
