package dev.fenestra.vendor.mlx.testing;

import dev.fenestra.ib.core.spi.UserMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;

/** A process's memory whose areas may be mapped at any address, each page in a segment of its own. */
public final class FakeMemory implements UserMemory {
    private static final long PAGE = 4096;
    private final TreeMap<Long, MemorySegment> pages = new TreeMap<>();
    private final TreeMap<Long, Long> areas = new TreeMap<>();
    private long next = 0x2000_0000_0000L;

    @Override
    public long allocate(long bytes) {
        long address = next;
        map(address, bytes);
        areas.put(address, bytes);
        next += (bytes + 2 * PAGE) & -PAGE;
        return address;
    }

    /** Maps the pages of a range, if they are not yet. */
    public void map(long address, long bytes) {
        for (long page = address & -PAGE; page < address + bytes; page += PAGE) {
            pages.computeIfAbsent(page, at -> Arena.ofAuto().allocate(PAGE, PAGE));
        }
    }

    @Override
    public void free(long address) {
        long bytes = areas.remove(address);
        for (long page = address; page < address + bytes; page += PAGE) {
            pages.remove(page);
        }
    }

    /** Addresses of the areas that were allocated and not freed. */
    public Map<Long, Long> areas() {
        return areas;
    }

    public void write(long address, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            segment(address + i).set(ValueLayout.JAVA_BYTE, offset(address + i), bytes[i]);
        }
    }

    public byte[] read(long address, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = segment(address + i).get(ValueLayout.JAVA_BYTE, offset(address + i));
        }
        return bytes;
    }

    @Override
    public MemorySegment segment(long address) {
        MemorySegment page = pages.get(address & -PAGE);
        if (page == null) {
            throw new IllegalArgumentException(String.format("0x%x is not mapped", address));
        }
        return page;
    }

    @Override
    public long offset(long address) {
        return address & PAGE - 1;
    }

    @Override
    public long contiguous(long address) {
        return pages.containsKey(address & -PAGE) ? PAGE - offset(address) : 0;
    }
}
