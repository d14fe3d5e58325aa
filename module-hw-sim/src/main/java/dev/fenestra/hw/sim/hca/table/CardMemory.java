package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.host.BarMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory on the card that programs allocate (MEMIC). It is allocated in pages of 4 KiB, since a process maps whole
 * pages. Addresses begin at 0.
 */
public final class CardMemory {
    /** No room. */
    public static final long NO_ROOM = -1;

    /** log2 of the size and the alignment of an allocation. */
    public static final int PAGE_SHIFT = 12;

    private static final int PAGE = 1 << PAGE_SHIFT;

    private final int pages;
    private final BarMemory bar;
    private final BitSet taken = new BitSet();
    /** Length in bytes of each allocation, by its address. */
    private final Map<Long, Long> allocated = new HashMap<>();

    private final Map<Long, Integer> users = new HashMap<>();
    private MemorySegment memory = MemorySegment.NULL;

    /**
     * Makes free memory.
     *
     * @param bytes whole pages
     * @param bar where they lie
     */
    public CardMemory(int bytes, BarMemory bar) {
        this.bar = bar;
        pages = bytes >>> PAGE_SHIFT;
    }

    /** {@return the bytes of the memory; empty before the first allocation} */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Allocates zeroed memory.
     *
     * @param bytes more than 0
     * @return its address, or {@link #NO_ROOM}
     */
    public long allocate(long bytes) {
        int count = (int) (bytes + PAGE - 1 >>> PAGE_SHIFT);
        int first = taken.nextClearBit(0);
        while (first + count <= pages) {
            int next = taken.nextSetBit(first);
            if (next < 0 || next - first >= count) {
                return take(first, count, bytes);
            }
            first = taken.nextClearBit(next);
        }
        return NO_ROOM;
    }

    private long take(int first, int count, long bytes) {
        if (memory.byteSize() == 0) {
            memory = bar.allocate(Arena.ofAuto(), (long) pages << PAGE_SHIFT);
        }
        taken.set(first, first + count);
        long address = (long) first << PAGE_SHIFT;
        memory.asSlice(address, (long) count << PAGE_SHIFT).fill((byte) 0);
        allocated.put(address, bytes);
        return address;
    }

    /**
     * {@return bytes of the allocation at an address; 0 when there is none}
     *
     * @param address its first byte
     */
    public long length(long address) {
        return allocated.getOrDefault(address, 0L);
    }

    /** {@return the first byte of the allocation around an address} There must be one. */
    private long start(long address) {
        long page = address & -PAGE;
        while (!allocated.containsKey(page)) {
            page -= PAGE;
        }
        return page;
    }

    /**
     * {@return whether a range lies in one allocation}
     *
     * @param address any number
     * @param length any number
     */
    public boolean covers(long address, long length) {
        if (address < 0 || address >>> PAGE_SHIFT >= pages || !taken.get((int) (address >>> PAGE_SHIFT))) {
            return false;
        }
        long start = start(address);
        long room = length(start);
        return address - start <= room && length >= 0 && length <= room - (address - start);
    }

    /**
     * Counts keys that lead to an allocation.
     *
     * @param address in the allocation
     * @param change 1 for one more, -1 for one less
     */
    public void count(long address, int change) {
        users.merge(start(address), change, Integer::sum);
    }

    /**
     * {@return whether keys lead to an allocation}
     *
     * @param address its first byte
     */
    public boolean isUsed(long address) {
        return users.getOrDefault(address, 0) > 0;
    }

    /**
     * Frees an allocation.
     *
     * @param address its first byte
     */
    public void free(long address) {
        long bytes = length(address);
        int first = (int) (address >>> PAGE_SHIFT);
        taken.clear(first, first + (int) (bytes + PAGE - 1 >>> PAGE_SHIFT));
        allocated.remove(address);
        users.remove(address);
    }
}
