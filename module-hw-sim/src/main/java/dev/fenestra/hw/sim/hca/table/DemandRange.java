package dev.fenestra.hw.sim.hca.table;

import java.util.Arrays;

/**
 * The translations of one region that is paged on demand: blocks of consecutive entries of the translation table, found
 * by hash. A block exists as long as one of its entries is in use. So a region may be as large as an address space, and
 * costs only the pages that are used.
 */
final class DemandRange {
    private static final int BLOCK_SHIFT = 9;
    private static final int IN_BLOCK = (1 << BLOCK_SHIFT) - 1;
    private static final long HASH = 0x9e3779b97f4a7c15L;
    private static final long NO_BLOCK = -1;
    private static final int NOT_FOUND = -1;

    private final MttTable mtt;
    /** The key index of the region. */
    final int owner;

    private long[] blocks = new long[4];
    private int[] firsts = new int[4];
    private int[] used = new int[4];
    private int size;

    DemandRange(MttTable mtt, int owner) {
        this.mtt = mtt;
        this.owner = owner;
        Arrays.fill(blocks, NO_BLOCK);
    }

    long get(long page) {
        int slot = find(page >>> BLOCK_SHIFT);
        return slot == NOT_FOUND ? 0 : mtt.value(firsts[slot] + (int) (page & IN_BLOCK));
    }

    /**
     * {@return the address in an entry, 0 when there is none} An access uses it, so it counts as a read of the
     * translation table.
     */
    long busAddress(long page) {
        int slot = find(page >>> BLOCK_SHIFT);
        return slot == NOT_FOUND ? 0 : mtt.busAddress(firsts[slot] + (int) (page & IN_BLOCK));
    }

    /**
     * Writes an entry that is not 0.
     *
     * @return false when the translation table has no room
     */
    boolean set(long page, long value) {
        int slot = findOrAdd(page >>> BLOCK_SHIFT);
        if (slot == NOT_FOUND) {
            return false;
        }
        int entry = firsts[slot] + (int) (page & IN_BLOCK);
        used[slot] += mtt.value(entry) == 0 ? 1 : 0;
        mtt.write(entry, value);
        return true;
    }

    /**
     * Removes a range of entries.
     *
     * @return entries that were removed
     */
    long clear(long firstPage, long count) {
        long last = firstPage + count - 1;
        long firstBlock = firstPage >>> BLOCK_SHIFT;
        long lastBlock = last >>> BLOCK_SHIFT;
        long cleared = 0;
        if (lastBlock - firstBlock < size) {
            for (long block = firstBlock; block <= lastBlock; block++) {
                cleared += clearIn(block, firstPage, last);
            }
            return cleared;
        }
        for (long block : blocks.clone()) {
            if (block >= firstBlock && block <= lastBlock) {
                cleared += clearIn(block, firstPage, last);
            }
        }
        return cleared;
    }

    /** Frees all blocks. */
    void clear() {
        for (int i = 0; i < blocks.length; i++) {
            if (blocks[i] != NO_BLOCK) {
                mtt.free(firsts[i], 1 << BLOCK_SHIFT);
            }
        }
        Arrays.fill(blocks, NO_BLOCK);
        size = 0;
    }

    private int clearIn(long block, long firstPage, long lastPage) {
        int slot = find(block);
        if (slot == NOT_FOUND) {
            return 0;
        }
        int from = (int) (Math.max(firstPage, block << BLOCK_SHIFT) & IN_BLOCK);
        int to = (int) (Math.min(lastPage, block << BLOCK_SHIFT | IN_BLOCK) & IN_BLOCK);
        int cleared = 0;
        for (int i = from; i <= to; i++) {
            if (mtt.value(firsts[slot] + i) != 0) {
                mtt.write(firsts[slot] + i, 0);
                cleared++;
            }
        }
        used[slot] -= cleared;
        if (used[slot] == 0) {
            mtt.free(firsts[slot], 1 << BLOCK_SHIFT);
            remove(slot);
        }
        return cleared;
    }

    private int find(long block) {
        for (int slot = home(block); blocks[slot] != NO_BLOCK; slot = next(slot)) {
            if (blocks[slot] == block) {
                return slot;
            }
        }
        return NOT_FOUND;
    }

    private int findOrAdd(long block) {
        int slot = find(block);
        if (slot != NOT_FOUND) {
            return slot;
        }
        int first = mtt.allocate(1 << BLOCK_SHIFT);
        if (first == MttTable.NO_ROOM) {
            return NOT_FOUND;
        }
        for (int i = 0; i < 1 << BLOCK_SHIFT; i++) {
            mtt.write(first + i, 0);
        }
        if (2 * (size + 1) > blocks.length) {
            grow();
        }
        size++;
        return place(block, first, 0);
    }

    private int place(long block, int first, int inUse) {
        int slot = home(block);
        while (blocks[slot] != NO_BLOCK) {
            slot = next(slot);
        }
        blocks[slot] = block;
        firsts[slot] = first;
        used[slot] = inUse;
        return slot;
    }

    private void grow() {
        long[] oldBlocks = blocks;
        int[] oldFirsts = firsts;
        int[] oldUsed = used;
        blocks = new long[2 * oldBlocks.length];
        Arrays.fill(blocks, NO_BLOCK);
        firsts = new int[blocks.length];
        used = new int[blocks.length];
        for (int i = 0; i < oldBlocks.length; i++) {
            if (oldBlocks[i] != NO_BLOCK) {
                place(oldBlocks[i], oldFirsts[i], oldUsed[i]);
            }
        }
    }

    /** Removes a block. Blocks that lie elsewhere because of it are placed again. */
    private void remove(int gone) {
        size--;
        blocks[gone] = NO_BLOCK;
        for (int slot = next(gone); blocks[slot] != NO_BLOCK; slot = next(slot)) {
            long block = blocks[slot];
            blocks[slot] = NO_BLOCK;
            place(block, firsts[slot], used[slot]);
        }
    }

    private int home(long block) {
        return (int) (block * HASH >>> 33) & blocks.length - 1;
    }

    private int next(int slot) {
        return slot + 1 & blocks.length - 1;
    }
}
