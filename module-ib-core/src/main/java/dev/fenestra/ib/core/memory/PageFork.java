package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.memory.PageTable.PRESENT;
import static dev.fenestra.ib.core.memory.PageTable.SHARED;
import static dev.fenestra.ib.core.memory.PageTable.SWAPPED;
import static dev.fenestra.ib.core.memory.PageTable.VALUE;
import static dev.fenestra.ib.core.memory.PageTable.WRITABLE;

/**
 * Gives a forked child the pages of its parent. Both share each page until one of them stores, but for huge pages and
 * swapped ones, of which the child has copies; foreign memory stays common.
 */
final class PageFork {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;
    private static final int HUGE_PAGE = PhysicalMemory.FRAMES_PER_CHUNK;

    private final PhysicalMemory physical;
    private final PageTable parents;
    private final PageTable childs;
    private final Pages child;
    private final boolean copyPinned;

    /**
     * @param copyPinned pages that are pinned are copied for the child, so that they stay its parent's
     */
    PageFork(PhysicalMemory physical, PageTable parents, PageTable childs, Pages child, boolean copyPinned) {
        this.physical = physical;
        this.parents = parents;
        this.childs = childs;
        this.child = child;
        this.copyPinned = copyPinned;
    }

    /** Throws ENOMEM when the host has no frames left for what must be copied. */
    void inherit(Area area) {
        if (area.isHuge()) {
            inheritHuge(area);
        } else {
            parents.visit(area.firstPage(), area.endPage(), (page, entry) -> inherit(area, page, entry));
        }
    }

    private void inherit(Area area, long page, long entry) {
        long frame = entry & VALUE;
        if ((entry & SWAPPED) != 0) {
            long slot = physical.swap().copy((int) (entry >>> PhysicalMemory.FRAME_SHIFT));
            childs.set(page, slot << PhysicalMemory.FRAME_SHIFT | SWAPPED);
        } else if (area.foreign()) {
            physical.frames().share(frame);
            childs.set(page, entry);
        } else if (copyPinned && physical.frames().isPinned(frame)) {
            child.present(area, page, physical.copy(frame));
        } else {
            physical.frames().share(frame);
            long shared = entry & ~WRITABLE | SHARED;
            childs.set(page, shared);
            parents.set(page, shared);
        }
    }

    private void inheritHuge(Area area) {
        for (long huge = area.start(); huge < area.end(); huge += 1L << area.pageShift()) {
            if ((parents.current(huge) & PRESENT) != 0) {
                long[] frames = physical.frames().takeContiguous(HUGE_PAGE, HUGE_PAGE);
                for (int i = 0; i < frames.length; i++) {
                    long from = parents.current(huge + i * PAGE) & VALUE;
                    physical.frame(frames[i]).copyFrom(physical.frame(from));
                }
                child.fill(area, huge, frames);
            }
        }
    }
}
