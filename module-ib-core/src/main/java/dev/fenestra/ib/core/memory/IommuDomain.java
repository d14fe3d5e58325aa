package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * The memory that an IOMMU lets the devices of one slot reach. Bus addresses are used upwards and never twice. So a
 * device that uses an address of an ended mapping reaches nothing: the access is refused, counted and reported.
 *
 * <p>Resolving a bus address takes no lock and allocates nothing.
 */
public final class IommuDomain implements DmaDomain {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final long FIRST_ADDRESS = 0x1_0000_0000L;
    private static final long END = 1L << 47;

    private final long end;
    private final FrameTable bus;
    private final LongConsumer faulted;
    private final PageTable table = new PageTable();
    private final AtomicLong faults = new AtomicLong();
    private long next = FIRST_ADDRESS;

    /**
     * Makes a domain in which nothing is mapped.
     *
     * @param physical memory of the host
     * @param faulted told of each access to a bus address that is not mapped, on the device's thread
     */
    public IommuDomain(PhysicalMemory physical, LongConsumer faulted) {
        this(physical, faulted, END);
    }

    IommuDomain(PhysicalMemory physical, LongConsumer faulted, long end) {
        bus = physical.table();
        this.end = end;
        this.faulted = faulted;
    }

    /**
     * {@inheritDoc}
     *
     * @throws VerbsException ENOMEM when all bus addresses were used once
     */
    @Override
    public synchronized long[] map(long[] frames) {
        if (frames.length > (end - next) / PAGE) {
            throw new VerbsException(MemoryRule.IOMMU_ROOM, "pages=" + frames.length);
        }
        long[] busAddresses = new long[frames.length];
        for (int i = 0; i < frames.length; i++) {
            busAddresses[i] = next;
            table.set(next, frames[i] | PageTable.PRESENT);
            next += PAGE;
        }
        return busAddresses;
    }

    @Override
    public synchronized void unmap(long[] busAddresses) {
        for (long busAddress : busAddresses) {
            table.set(busAddress, 0);
        }
    }

    @Override
    public boolean isTranslating() {
        return true;
    }

    /** {@return how many pages are mapped} */
    public synchronized long mappedPages() {
        return table.present();
    }

    /**
     * Accesses that were refused so far.
     *
     * @return a count that only grows
     */
    public long faults() {
        return faults.get();
    }

    @Override
    public MemorySegment segment(long busAddress) {
        long frame = frame(busAddress);
        if (frame == 0) {
            faults.incrementAndGet();
            faulted.accept(busAddress);
            return MemorySegment.NULL;
        }
        return bus.segment(frame);
    }

    @Override
    public long offset(long busAddress) {
        return bus.offset(frame(busAddress)) + (busAddress & PAGE - 1);
    }

    @Override
    public boolean mayFault() {
        return true;
    }

    @Override
    public long valid(long busAddress) {
        long frame = frame(busAddress);
        if (frame == 0) {
            return 0;
        }
        long inPage = busAddress & PAGE - 1;
        return Math.min(PAGE - inPage, bus.valid(frame + inPage));
    }

    private long frame(long busAddress) {
        long entry = table.entry(busAddress);
        return (entry == 0 ? table.current(busAddress) : entry) & PageTable.VALUE;
    }
}
