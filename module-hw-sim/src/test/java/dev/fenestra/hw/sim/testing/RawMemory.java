package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Memory as a device sees it. Each page is a segment of its own and pages have holes between them, so an access
 * beyond the page that was granted fails instead of hitting a neighbour.
 */
public final class RawMemory implements DmaBus {
    public static final int PAGE = 4096;
    private static final long FIRST = 0x1_0000_0000L;
    private static final int SPACING = 2 * PAGE;

    private final Arena arena = Arena.ofAuto();
    private final List<MemorySegment> pages = new ArrayList<>();

    private final Set<Long> vanished = new HashSet<>();
    private boolean mayFault;
    private int blockShift = 12;
    private int firstInBlock = Integer.MAX_VALUE;

    public RawMemory() {}

    /** From now on pages lie in blocks of one segment, two pages or more. A test uses only these as payload. */
    public void blocks(int shift) {
        blockShift = shift;
        int perBlock = (1 << shift) / SPACING;
        while (pages.size() % perBlock != 0) {
            page();
        }
        firstInBlock = pages.size();
    }

    @Override
    public int blockShift() {
        return blockShift;
    }

    /** From now on the device has to ask whether memory is there. */
    public void mayFault(boolean may) {
        mayFault = may;
    }

    /** Makes the page of an address vanish. */
    public void vanish(long busAddress) {
        vanished.add(busAddress & -PAGE);
        mayFault = true;
    }

    @Override
    public boolean mayFault() {
        return mayFault;
    }

    /** The bus address of a fresh zeroed page. */
    public long page() {
        boolean isInBlock = pages.size() >= firstInBlock;
        boolean isNext = isInBlock && pages.size() % ((1 << blockShift) / SPACING) != 0;
        pages.add(isNext ? pages.getLast() : arena.allocate(isInBlock ? 1L << blockShift : PAGE, PAGE));
        return FIRST + (pages.size() - 1L) * SPACING;
    }

    /** Puts other memory with the same bytes behind the page of an address, as an IOMMU may do. */
    public void move(long busAddress) {
        MemorySegment old = segment(busAddress);
        pages.set(index(busAddress), arena.allocate(PAGE, PAGE).copyFrom(old));
        old.fill((byte) 0xee);
    }

    /** Bus addresses of fresh zeroed pages; none is next to another. */
    public long[] pages(int count) {
        long[] addresses = new long[count];
        for (int i = count - 1; i >= 0; i--) {
            addresses[i] = page();
        }
        return addresses;
    }

    /** An address without memory. */
    public long hole() {
        return FIRST + PAGE;
    }

    @Override
    public MemorySegment segment(long busAddress) {
        return pages.get(index(busAddress));
    }

    @Override
    public long offset(long busAddress) {
        int size = index(busAddress) < firstInBlock ? SPACING : 1 << blockShift;
        return busAddress - FIRST & size - 1;
    }

    @Override
    public long valid(long busAddress) {
        boolean known = busAddress >= FIRST && (busAddress - FIRST) / SPACING < pages.size();
        return known && !vanished.contains(busAddress & -PAGE)
                ? Math.max(0, PAGE - (busAddress - FIRST & SPACING - 1))
                : 0;
    }

    private static int index(long busAddress) {
        return Math.toIntExact((busAddress - FIRST) / SPACING);
    }

    /** A copy of bytes within a page. */
    public byte[] bytes(long busAddress, int length) {
        return segment(busAddress).asSlice(offset(busAddress), length).toArray(ValueLayout.JAVA_BYTE);
    }

    public void write(long busAddress, byte[] bytes) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment(busAddress), offset(busAddress), bytes.length);
    }

    public long readLong(long busAddress) {
        return segment(busAddress).get(ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN), offset(busAddress));
    }

    public void writeLong(long busAddress, long value) {
        segment(busAddress).set(ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN), offset(busAddress), value);
    }
}
