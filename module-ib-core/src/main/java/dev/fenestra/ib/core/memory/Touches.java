package dev.fenestra.ib.core.memory;

import java.lang.foreign.MemorySegment;

/**
 * The loads and stores of the process itself. An access brings an absent page into memory. A page does not go away
 * under a store; a load that met a page which went away is done again.
 */
final class Touches {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final FrameTable bus;
    private final String process;
    private final Pages pages;
    private final PageChanges changes;
    private final AccessGate gate;

    Touches(PhysicalMemory physical, String process, Pages pages, PageChanges changes) {
        bus = physical.table();
        this.process = process;
        this.pages = pages;
        this.changes = changes;
        gate = pages.gate();
    }

    /** The bus address behind a virtual one, for a store or for a load. Throws a {@link SegmentationFault}. */
    long busAddress(long address, boolean store) {
        long found = find(address, store);
        if (found == 0) {
            throw fault(address);
        }
        return found;
    }

    /** The same; 0 when the access is not allowed. */
    private long find(long address, boolean store) {
        long present = pages.busAddress(address, store);
        return present != 0 ? present : touch(address, store);
    }

    private long touch(long address, boolean store) {
        if (store) {
            changes.unshare(address, address + 1);
        }
        return pages.touch(address, store);
    }

    SegmentationFault fault(long address) {
        return new SegmentationFault(process, address, pages.areas().find(address) != null);
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

    /** What {@link #isUndisturbed} is to be asked with after a load. */
    long begin() {
        return gate.begin();
    }

    /** Whether a load read what the process has there. If not, it is done again while the page is held. */
    boolean isUndisturbed(long begun) {
        return gate.isUndisturbed(begun);
    }

    /**
     * The bus address behind a virtual one, which the process keeps until {@link #release}. Throws a
     * {@link SegmentationFault}; then nothing is held.
     */
    long hold(long address, boolean store) {
        long held = tryHold(address, store);
        if (held == 0) {
            throw fault(address);
        }
        return held;
    }

    /** The same; 0 when the access is not allowed, and then nothing is held. */
    private long tryHold(long address, boolean store) {
        do {
            pages.hold();
            long present = pages.busAddress(address, store);
            if (present != 0) {
                return present;
            }
            gate.release();
            // Nothing is brought in while the gate is held, since that takes locks.
        } while (touch(address, store) != 0);
        return 0;
    }

    void release() {
        gate.release();
    }

    /** Loads bytes that lie in one page. Returns how many, 0 where nothing is mapped. */
    long load(long address, MemorySegment target, long to, long length) {
        long begun = gate.begin();
        long busAddress = find(address, false);
        long piece = busAddress == 0 ? 0 : Math.min(length, contiguous(address));
        MemorySegment.copy(bus.segment(busAddress), bus.offset(busAddress), target, to, piece);
        return gate.isUndisturbed(begun) ? piece : loadHeld(address, target, to, length);
    }

    private long loadHeld(long address, MemorySegment target, long to, long length) {
        long busAddress = tryHold(address, false);
        if (busAddress == 0) {
            return 0;
        }
        try {
            long piece = Math.min(length, contiguous(address));
            MemorySegment.copy(bus.segment(busAddress), bus.offset(busAddress), target, to, piece);
            return piece;
        } finally {
            gate.release();
        }
    }

    /** Stores bytes that lie in one page. Returns how many, 0 where the process may not store. */
    long store(long address, MemorySegment source, long from, long length) {
        long busAddress = tryHold(address, true);
        if (busAddress == 0) {
            return 0;
        }
        try {
            long piece = Math.min(length, contiguous(address));
            MemorySegment.copy(source, from, bus.segment(busAddress), bus.offset(busAddress), piece);
            return piece;
        } finally {
            gate.release();
        }
    }

    /** Stores one byte all over a piece that lies in one page. Returns how many, 0 where the process may not store. */
    long fill(long address, long length, byte value) {
        long busAddress = tryHold(address, true);
        if (busAddress == 0) {
            return 0;
        }
        try {
            long piece = Math.min(length, contiguous(address));
            bus.segment(busAddress).asSlice(bus.offset(busAddress), piece).fill(value);
            return piece;
        } finally {
            gate.release();
        }
    }
}
