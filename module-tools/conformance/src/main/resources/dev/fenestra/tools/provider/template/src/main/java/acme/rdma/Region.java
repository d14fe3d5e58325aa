package acme.rdma;

import dev.fenestra.ib.core.spi.BusMemory;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A registered region: pages by bus address, and how many windows are bound to it. */
final class Region extends KeyEntry implements DriverMr {
    private static final VarHandle LEDGER =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();

    private final PinnedPages pages;
    private final long start;
    private final int access;
    private final LedgerCell ledger;
    private long bound;

    /**
     * @param start address by which work requests name its first byte
     */
    Region(Pd pd, PinnedPages pages, long start, int access, LedgerCell ledger) {
        super(pd);
        this.pages = pages;
        this.start = start;
        this.access = access;
        this.ledger = ledger;
    }

    @Override
    public int lkey() {
        return key();
    }

    @Override
    public int rkey() {
        return key();
    }

    boolean grants(AccessFlag right) {
        return right.in(access);
    }

    /** From its first byte to the one with this address; meaningless unless {@link #covers} it. */
    long offsetOf(long address) {
        return address - start;
    }

    boolean covers(long address, long length) {
        return fits(offsetOf(address), length, pages.length());
    }

    @Override
    String extent() {
        return String.format("region 0x%x+%d", start, pages.length());
    }

    long bound() {
        return bound;
    }

    /** A window comes or goes: the kernel sees it in its ledger before anybody sees the completion. */
    void bound(int change) {
        bound += change;
        LEDGER.setRelease(ledger.segment(), ledger.offset(), bound);
    }

    void read(BusMemory bus, long offset, MemorySegment into, long at, long length) {
        for (long done = 0; done < length; ) {
            long address = pages.busAddress(offset + done);
            long part = Math.min(leftInPage(offset + done), length - done);
            MemorySegment.copy(bus.segment(address), bus.offset(address), into, at + done, part);
            done += part;
        }
    }

    void write(BusMemory bus, long offset, MemorySegment from, long at, long length) {
        for (long done = 0; done < length; ) {
            long address = pages.busAddress(offset + done);
            long part = Math.min(leftInPage(offset + done), length - done);
            MemorySegment.copy(from, at + done, bus.segment(address), bus.offset(address), part);
            done += part;
        }
    }

    /** Page by page, since what follows on the bus may be somebody else's. */
    private long leftInPage(long offset) {
        long page = 1L << PinnedPages.PAGE_SHIFT;
        return page - (pages.address() + offset & page - 1);
    }
}
