package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.memory.PageTable.PARTIAL;
import static dev.fenestra.ib.core.memory.PageTable.PRESENT;
import static dev.fenestra.ib.core.memory.PageTable.SHARED;
import static dev.fenestra.ib.core.memory.PageTable.SWAPPED;
import static dev.fenestra.ib.core.memory.PageTable.VALUE;
import static dev.fenestra.ib.core.memory.PageTable.WRITABLE;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a process: the mapped areas, and the present frame of each page. A page gets its frame, zeroed, at its
 * first use. Present pages are found without a lock. What takes pages or rights away passes the gate of accesses.
 */
final class Pages {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final int HUGE_PAGE = PhysicalMemory.FRAMES_PER_CHUNK;

    private final PhysicalMemory physical;
    private final FrameAllocator allocator;
    private final PageTable table = new PageTable();
    private final AccessGate gate = new AccessGate();
    private volatile AreaTable areas = AreaTable.EMPTY;
    /** Whether any page was ever shared with another process. If not, the search for such pages is skipped. */
    private volatile boolean forked;

    Pages(PhysicalMemory physical) {
        this.physical = physical;
        allocator = physical.frames();
    }

    AreaTable areas() {
        return areas;
    }

    AccessGate gate() {
        return gate;
    }

    /** The bus address of a byte, or 0 when its page must be {@link #touch}ed first. */
    long busAddress(long address, boolean store) {
        long entry = table.entry(address);
        long needed = store ? PRESENT | WRITABLE : PRESENT;
        boolean isHere = (entry & needed) == needed && ((entry & PARTIAL) == 0 || areas.find(address) != null);
        return isHere ? (entry & VALUE) + (address & PAGE - 1) : 0;
    }

    /** Holds the gate, so that no page is taken away. */
    void hold() {
        while (!gate.tryHold()) {
            awaitChange();
        }
    }

    private synchronized void awaitChange() {
        // The change was made by a thread that had this lock.
    }

    /** Whether a present page belongs to its mapping completely. */
    boolean isWhole(long address) {
        return (table.entry(address) & (PRESENT | PARTIAL)) == PRESENT;
    }

    /**
     * Brings the page of an address into memory and returns the byte's bus address, or 0 when the access is not
     * allowed. For a store, a shared page is copied first.
     */
    synchronized long touch(long address, boolean store) {
        Area area = areas.find(address);
        if (area == null || store && !area.writable()) {
            return 0;
        }
        long entry = table.current(address);
        return ((entry & PRESENT) != 0 ? entry : bringIn(area, address, entry)) & VALUE | address & PAGE - 1;
    }

    /** Whether any page may be shared since a fork. */
    boolean mayShare() {
        return forked;
    }

    /** Receives the pages of a range that are shared since a fork. A store to them needs a copy. */
    synchronized void visitShared(long from, long to, PageTable.Visitor visitor) {
        table.visit(from & -PAGE, to + PAGE - 1 & -PAGE, (page, entry) -> {
            if ((entry & SHARED) != 0) {
                visitor.entry(page, entry);
            }
        });
    }

    /**
     * Makes each shared page of a range the process's own: the frame itself, if no other process has it, else a
     * copy.
     */
    synchronized void unshare(long from, long to) {
        gate.change(() -> visitShared(from, to, this::own));
    }

    private void own(long page, long entry) {
        long frame = entry & VALUE;
        Area area = Objects.requireNonNull(areas.find(page));
        if (allocator.isShared(frame)) {
            present(area, page, physical.copy(frame));
            allocator.release(frame);
        } else {
            present(area, page, frame);
        }
    }

    private long bringIn(Area area, long address, long entry) {
        long page = address & -PAGE;
        if ((entry & SWAPPED) != 0) {
            return swapIn(area, page, (int) (entry >>> PhysicalMemory.FRAME_SHIFT));
        }
        if (area.isHuge()) {
            long huge = address & -1L << area.pageShift();
            fill(area, huge, allocator.takeContiguous(HUGE_PAGE, HUGE_PAGE));
            return table.current(address);
        }
        return present(area, page, allocator.take(1)[0]);
    }

    private long swapIn(Area area, long page, int slot) {
        SwapSpace.Slot stored = physical.swap().read(slot);
        long frame = allocator.takeOther(stored.frame());
        physical.frame(frame).copyFrom(MemorySegment.ofArray(stored.bytes()));
        physical.swap().release(slot);
        return present(area, page, frame);
    }

    long present(Area area, long page, long frame) {
        boolean whole = page >= area.start() && page + PAGE <= area.end();
        long entry = frame | PRESENT | (area.writable() ? WRITABLE : 0) | (whole ? 0 : PARTIAL);
        table.set(page, entry);
        return entry;
    }

    void fill(Area area, long page, long[] frames) {
        for (int i = 0; i < frames.length; i++) {
            present(area, page + i * PAGE, frames[i]);
        }
    }

    /** Maps pages, some of them with frames at once. */
    synchronized void map(Area area, long... frames) {
        areas = areas.with(area);
        fill(area, area.start() & -PAGE, frames);
    }

    /**
     * Maps whole pages of another program, each with the frame that it has in a window of that program's file.
     *
     * @param delta what to add to an address for the bus address
     */
    synchronized void adopt(long from, long to, MemorySegment window, long delta, boolean writable) {
        for (long page = from; page < to; page += PAGE) {
            long entry = table.current(page);
            if (entry == 0) {
                allocator.share(page + delta);
            }
            if (writable || entry == 0) {
                table.set(page, page + delta | PRESENT | (writable ? WRITABLE : 0));
            }
        }
        for (Area part : areas.in(from, to)) {
            if (!part.writable() && writable || part.start() != from || part.end() != to) {
                areas = areas.without(part.start(), part.end());
            }
        }
        if (areas.in(from, to).isEmpty()) {
            areas = areas.with(Area.ofAdopted(from, to, window, writable));
        }
    }

    /** The first address of a range that is not mapped or, when it is to be written, not writable; -1 without one. */
    long firstForbidden(long from, long to, boolean write) {
        AreaTable now = areas;
        for (long at = from; at < to; ) {
            Area area = now.find(at);
            if (area == null || write && !area.writable()) {
                return at;
            }
            at = area.end();
        }
        return -1;
    }

    /** Brings the frames of a range into memory and returns them. */
    synchronized long @Nullable [] frames(long from, long to, boolean write) {
        if (firstForbidden(from, to, write) >= 0) {
            return null;
        }
        long[] frames = new long[(int) FrameAllocator.count((from & PAGE - 1) + to - from)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = touch(Math.max(from, (from & -PAGE) + i * PAGE), write) & VALUE;
        }
        return frames;
    }

    /** The same, each pinned once more. */
    synchronized long @Nullable [] pin(long from, long to, boolean write) {
        long[] frames = frames(from, to, write);
        if (frames != null) {
            allocator.pin(frames);
        }
        return frames;
    }

    /** The frame of a page that is in memory and allows the access, or 0. */
    long ifPresent(long address, boolean write) {
        long entry = table.entry(address);
        long needed = write ? PRESENT | WRITABLE : PRESENT;
        return (entry & needed) == needed ? entry & VALUE : 0;
    }

    /** The first address of a range whose page is in memory, or the end of the range. */
    long firstPresent(long from, long to) {
        return table.firstPresent(from, to);
    }

    /** Unmaps a range of whole pages. */
    synchronized void unmap(long from, long to) {
        gate.change(() -> {
            areas = areas.without(from, to);
            table.visit(from, to, this::drop);
        });
    }

    /** Drops the contents of a range of whole pages. The next access finds zeros. */
    synchronized void discard(long from, long to) {
        gate.change(() -> table.visit(from, to, this::drop));
    }

    /** Sets whether a forked child inherits a range of whole pages. */
    synchronized void inherit(List<Area> parts, boolean inherited) {
        for (Area part : parts) {
            areas = areas.without(part.start(), part.end()).with(part.withInherited(inherited));
        }
    }

    /**
     * The pages of a forked child.
     *
     * @param copyPinned pages that are pinned are copied for the child, so that they stay its parent's
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOMEM when the host has no frames left; nothing is
     *     changed that a store would not change back
     */
    synchronized Pages fork(boolean copyPinned) {
        Pages child = new Pages(physical);
        forked = true;
        child.forked = true;
        gate.change(() -> fork(child, new PageFork(physical, table, child.table, child, copyPinned)));
        return child;
    }

    private void fork(Pages child, PageFork fork) {
        try {
            for (Area area : areas.areas()) {
                if (area.inherited()) {
                    child.areas = child.areas.with(area);
                    fork.inherit(area);
                }
            }
        } catch (VerbsException full) {
            child.unmap(0, AddressSpace.USER_BYTES);
            throw full;
        }
    }

    private void drop(long page, long entry) {
        table.set(page, 0);
        if ((entry & PRESENT) != 0) {
            allocator.release(entry & VALUE);
        } else {
            physical.swap().release((int) (entry >>> PhysicalMemory.FRAME_SHIFT));
        }
    }

    synchronized void protect(List<Area> parts, boolean writable) {
        gate.change(() -> parts.forEach(part -> protect(part, writable)));
    }

    private void protect(Area part, boolean writable) {
        areas = areas.without(part.start(), part.end()).with(part.withWritable(writable));
        table.visit(part.firstPage(), part.endPage(), (page, entry) -> protect(page, entry, writable));
    }

    private void protect(long page, long entry, boolean writable) {
        if ((entry & PRESENT) != 0) {
            table.set(page, writable && (entry & SHARED) == 0 ? entry | WRITABLE : entry & ~WRITABLE);
        }
    }

    /** Receives the pages of a range that the kernel may swap out now, in order. */
    synchronized void visitReclaimable(long from, long to, PageTable.Visitor visitor) {
        for (Area part : areas.in(from, to)) {
            if (!part.foreign() && !part.isHuge()) {
                table.visit(part.start(), part.end(), (page, entry) -> {
                    if ((entry & PRESENT) != 0 && !allocator.isPinned(entry & VALUE)) {
                        visitor.entry(page, entry);
                    }
                });
            }
        }
    }

    /** Swaps out the pages of a range that may go. */
    synchronized void swapOut(long from, long to) {
        gate.change(() -> visitReclaimable(from, to, this::swapOutPage));
    }

    private void swapOutPage(long page, long entry) {
        long frame = entry & VALUE;
        int slot = physical.swap().store(physical.frame(frame), frame);
        table.set(page, (long) slot << PhysicalMemory.FRAME_SHIFT | SWAPPED);
        allocator.release(frame);
    }

    /** Pages in memory. */
    synchronized long resident() {
        return table.present();
    }

    /** Pages in the swap space. */
    synchronized long swapped() {
        return table.swapped();
    }
}
