package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The address space of a process. Addresses are never used twice unless the process asks for them, depend only on the
 * order of calls, differ from process to process, and an unmapped page follows every area.
 */
public final class ProcessMemory implements AddressSpace {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final long FIRST_ADDRESS = 0x1000_0000_0000L;
    private static final int BYTES_PER_PROCESS_SHIFT = 40;
    /** The kernel has all above, as on x86-64. */
    private static final long USER_END = 1L << 47;

    private final PhysicalMemory physical;
    private final String process;
    private final Set<PinnedPages> pins = Collections.newSetFromMap(new IdentityHashMap<>());
    private volatile AreaTable areas = AreaTable.EMPTY;
    /** End of each range that was ever mapped at a fixed address, by its start. */
    private final SortedMap<Long, Long> fixed = new TreeMap<>();

    private long nextAddress;
    private long pinnedPages;

    /**
     * @param process its name, for messages
     * @param number of the process on its host, from 0
     */
    public ProcessMemory(PhysicalMemory physical, String process, int number) {
        this.physical = physical;
        this.process = process;
        nextAddress = FIRST_ADDRESS + ((long) number << BYTES_PER_PROCESS_SHIFT);
    }

    @Override
    public synchronized long allocate(long bytes) {
        checkLength(bytes);
        long[] frames = physical.frames().take(pages(bytes));
        Area area = new Area(behindFixed(nextAddress, frames.length * PAGE), frames);
        nextAddress = area.address() + area.bytes() + PAGE;
        areas = areas.with(area);
        return area.address();
    }

    /**
     * Maps zeroed pages where the process wants them ({@code mmap} with MAP_FIXED_NOREPLACE).
     *
     * @throws VerbsException EINVAL for an address that no mapping can have or no bytes, EEXIST where something is
     *     mapped, ENOMEM when the host has no frames left
     */
    public synchronized void allocateAt(long address, long bytes) {
        checkLength(bytes);
        boolean isPage = address > 0 && (address & PAGE - 1) == 0;
        if (!isPage || address >= USER_END || bytes > USER_END - address) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.FIXED_PAGE, range(address, bytes));
        }
        long end = address + (pages(bytes) << PhysicalMemory.FRAME_SHIFT);
        for (Area area : areas.areas()) {
            if (address < area.address() + area.bytes() && area.address() < end) {
                throw new VerbsException(
                        Errno.EEXIST,
                        MemoryRule.FIXED_FREE,
                        range(address, bytes) + ", mapped " + range(area.address(), area.bytes()));
            }
        }
        areas = areas.with(new Area(address, physical.frames().take(pages(bytes))));
        fixed.merge(address, end, Math::max);
    }

    /** The first address from here on with so many bytes, and a page on either side, that were never asked for. */
    private long behindFixed(long from, long bytes) {
        long at = from;
        for (Map.Entry<Long, Long> range : fixed.entrySet()) {
            if (range.getKey() < at + bytes + PAGE && at < range.getValue() + PAGE) {
                at = range.getValue() + PAGE;
            }
        }
        return at;
    }

    private static void checkLength(long bytes) {
        if (bytes < 1) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.MAPPING_LENGTH, "length=" + bytes);
        }
    }

    private static long pages(long bytes) {
        return (bytes - 1 >>> PhysicalMemory.FRAME_SHIFT) + 1;
    }

    @Override
    public synchronized void free(long address) {
        Area area = areas.find(address);
        if (area == null || area.address() != address) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.MAPPING, String.format("address=0x%x", address));
        }
        areas = areas.without(area);
        physical.frames().release(area.frames());
    }

    /** Unmaps everything, as the end of a process does; pinned pages live on until they are unpinned. */
    public synchronized void freeAll() {
        AreaTable all = areas;
        areas = AreaTable.EMPTY;
        all.areas().forEach(area -> physical.frames().release(area.frames()));
    }

    @Override
    public synchronized PinnedPages pin(long address, long length, boolean writable) {
        Area area = checkPin(address, length);
        long first = address - area.address() >>> PhysicalMemory.FRAME_SHIFT;
        long last = address + length - 1 - area.address() >>> PhysicalMemory.FRAME_SHIFT;
        long[] frames = Arrays.copyOfRange(area.frames(), (int) first, (int) last + 1);
        PinnedPages pages = new PinnedPages(address, length, frames);
        physical.frames().hold(frames);
        pins.add(pages);
        pinnedPages += frames.length;
        return pages;
    }

    @Override
    public synchronized void unpin(PinnedPages pages) {
        if (!pins.remove(pages)) {
            throw new IllegalStateException(String.format("0x%x is not pinned by this handle", pages.address()));
        }
        physical.frames().release(pages.busAddresses());
        pinnedPages -= pages.busAddresses().length;
    }

    /** Pages pinned at this moment; a page pinned twice counts twice, as Linux's {@code pinned_vm} does. */
    public synchronized long pinnedPages() {
        return pinnedPages;
    }

    @Override
    public MemorySegment segment(long address) {
        return physical.segment(mapped(address).busAddress(address));
    }

    @Override
    public long offset(long address) {
        return physical.offset(mapped(address).busAddress(address));
    }

    @Override
    public long contiguous(long address) {
        return areas.find(address) == null ? 0 : PAGE - (address & PAGE - 1);
    }

    private Area checkPin(long address, long length) {
        if (length == 0) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.PIN_LENGTH, "length=0");
        }
        long end = address + length;
        long roundedEnd = end + PAGE - 1;
        if (Long.compareUnsigned(end, address) < 0 || Long.compareUnsigned(roundedEnd, end) < 0) {
            throw new VerbsException(Errno.EINVAL, MemoryRule.NO_WRAP, range(address, length));
        }
        Area area = areas.find(address);
        if (area == null || Long.compareUnsigned(length, area.address() + area.bytes() - address) > 0) {
            throw new VerbsException(Errno.EFAULT, MemoryRule.MAPPED, range(address, length) + " of " + process);
        }
        return area;
    }

    private Area mapped(long address) {
        Area area = areas.find(address);
        if (area == null) {
            throw new SegmentationFault(process, address);
        }
        return area;
    }

    private static String range(long address, long length) {
        return String.format("address=0x%x, length=0x%x", address, length);
    }
}
