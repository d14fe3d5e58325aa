package dev.fenestra.ib.core.memory;

/** The loads and stores of the process itself. An access brings an absent page into memory. */
final class Touches {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final String process;
    private final Pages pages;
    private final PageChanges changes;

    Touches(String process, Pages pages, PageChanges changes) {
        this.process = process;
        this.pages = pages;
        this.changes = changes;
    }

    /** The bus address behind a virtual one, for a store or for a load. Throws a {@link SegmentationFault}. */
    long busAddress(long address, boolean store) {
        long present = pages.busAddress(address, store);
        return present != 0 ? present : touched(address, store);
    }

    private long touched(long address, boolean store) {
        if (store) {
            changes.unshare(address, address + 1);
        }
        long busAddress = pages.touch(address, store);
        if (busAddress == 0) {
            throw new SegmentationFault(process, address, pages.areas().find(address) != null);
        }
        return busAddress;
    }

    /** Bytes from an address to the end of the mapped part of its page; 0 where nothing is mapped. */
    long contiguous(long address) {
        long inPage = PAGE - (address & PAGE - 1);
        if (pages.isWhole(address)) {
            return inPage;
        }
        Area area = pages.areas().find(address);
        return area == null ? 0 : Math.min(inPage, area.end() - address);
    }
}
