package dev.fenestra.hw.sim.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The key table: 64 bytes of device memory per index, committed in chunks as indexes come into use. An entry is a
 * segment and an offset in it.
 */
public class MptTable {
    private static final int CHUNK_SHIFT = 12;
    private static final int IN_CHUNK = (1 << CHUNK_SHIFT) - 1;

    private final Arena arena;
    private final MemorySegment[] chunks;
    private final int capacity;
    private int end;

    /**
     * @param arena owns the table's memory
     * @param logEntries log2 of the number of indexes
     */
    public MptTable(Arena arena, int logEntries) {
        this.arena = arena;
        capacity = 1 << logEntries;
        chunks = new MemorySegment[1 << Math.max(0, logEntries - CHUNK_SHIFT)];
        Arrays.fill(chunks, MemorySegment.NULL);
    }

    /** Whether an index has memory; one without has never been used. */
    public boolean isBacked(int index) {
        int chunk = index >>> CHUNK_SHIFT;
        return chunk < chunks.length && chunks[chunk].byteSize() != 0;
    }

    /** Counts that the device looks a key up; only a table behind a cache does. */
    public void countLookup(int index) {
        // The plain table is all on the chip.
    }

    /** Whether an index is in use. */
    public boolean isAlive(int index) {
        return isBacked(index) && MptEntry.ALIVE.isSet(segment(index), offset(index));
    }

    /** Indexes the table can hold. */
    public int capacity() {
        return capacity;
    }

    /** The segment of an index that is backed. */
    public MemorySegment segment(int index) {
        return chunks[index >>> CHUNK_SHIFT];
    }

    /** The offset of an index in its segment. */
    public long offset(int index) {
        return (long) (index & IN_CHUNK) * MptEntry.BYTES;
    }

    /** One above the highest index that was ever in use. */
    public int end() {
        return end;
    }

    /** Gives an index memory and zeroes its entry. */
    public void clear(int index) {
        end = Math.max(end, index + 1);
        int chunk = index >>> CHUNK_SHIFT;
        if (chunks[chunk].byteSize() == 0) {
            chunks[chunk] = arena.allocate((long) MptEntry.BYTES << CHUNK_SHIFT, MptEntry.BYTES);
        }
        chunks[chunk].asSlice(offset(index), MptEntry.BYTES).fill((byte) 0);
    }
}
