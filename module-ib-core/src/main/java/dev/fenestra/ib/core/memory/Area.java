package dev.fenestra.ib.core.memory;

/**
 * A mapped range of a process, with its page table.
 *
 * @param address first byte, page-aligned
 * @param frames the bus address of each page's frame, in order; never changed
 */
record Area(long address, long[] frames) {

    long bytes() {
        return (long) frames.length << PhysicalMemory.FRAME_SHIFT;
    }

    boolean contains(long virtual) {
        return virtual - address >= 0 && virtual - address < bytes();
    }

    /** The bus address of a byte of the area. */
    long busAddress(long virtual) {
        long offset = virtual - address;
        return frames[(int) (offset >>> PhysicalMemory.FRAME_SHIFT)] + (offset & PhysicalMemory.FRAME_BYTES - 1);
    }
}
