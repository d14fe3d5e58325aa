package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.PinnedPages;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives pages back to the program that they are of, when no device has pinned them any more. Watchers are told before,
 * and get a page again when they ask for it.
 */
final class PageReturns {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    /** The mappings of a frame: in the window of the file, and in the process. */
    private static final int WINDOW = 1;

    private static final int WINDOW_AND_PAGE = 2;

    private final FrameAllocator frames;
    private final Pages pages;
    private final PageChanges changes;
    private final ForeignWindows windows;
    private final ForeignPages source;

    PageReturns(FrameAllocator frames, Pages pages, PageChanges changes, ForeignWindows windows, ForeignPages source) {
        this.frames = frames;
        this.pages = pages;
        this.changes = changes;
        this.windows = windows;
        this.source = source;
    }

    /**
     * Neighbours in memory and in the file.
     *
     * @param place of the pages
     * @param isPresent whether the process has them at these addresses
     */
    private record Run(ForeignPages.Place place, boolean isPresent) {
        boolean isFollowedBy(long page, long offset, boolean present) {
            return place.to() == page && place.offset() - place.from() == offset - page && isPresent == present;
        }

        Run withNext() {
            return new Run(new ForeignPages.Place(place.from(), place.to() + PAGE, place.offset()), isPresent);
        }
    }

    /** Gives back the present pages of a range. */
    void present(long from, long to) {
        List<Run> runs = new ArrayList<>();
        for (Area area : pages.areas().in(from, to)) {
            for (long page = area.start(); page < area.end(); page += PAGE) {
                long frame = pages.ifPresent(page, false);
                if (frame != 0) {
                    add(runs, page, frame);
                }
            }
        }
        giveBack(runs);
    }

    /** Gives back pages that were pinned. The process may have others at their addresses. */
    void unpinned(PinnedPages pinned) {
        List<Run> runs = new ArrayList<>();
        long first = pinned.address() & -PAGE;
        for (int i = 0; i < pinned.busAddresses().length; i++) {
            add(runs, first + i * PAGE, pinned.busAddresses()[i]);
        }
        giveBack(runs);
    }

    /** A page that is mapped at another address, too, stays until that mapping ends. */
    private void add(List<Run> runs, long page, long frame) {
        long offset = windows.offset(frame);
        boolean isPresent = pages.ifPresent(page, false) == frame;
        int mappings = isPresent ? WINDOW_AND_PAGE : WINDOW;
        if (offset == ForeignWindows.NOWHERE || frames.isPinned(frame) || frames.mappings(frame) > mappings) {
            return;
        }
        if (!runs.isEmpty() && runs.getLast().isFollowedBy(page, offset, isPresent)) {
            runs.set(runs.size() - 1, runs.getLast().withNext());
        } else {
            runs.add(new Run(new ForeignPages.Place(page, page + PAGE, offset), isPresent));
        }
    }

    private void giveBack(List<Run> runs) {
        for (Run run : runs) {
            if (run.isPresent) {
                changes.unmap(run.place.from(), run.place.to(), Invalidation.CLEAR);
            }
            giveBack(run.place);
        }
    }

    /** Pages of an object stay where they are, since other programs may have them. Others become private. */
    void giveBack(ForeignPages.Place place) {
        if (place.offset() >= ForeignPages.FIRST_OF_OBJECTS) {
            windows.giveBack(place);
        } else {
            source.giveBack(place);
        }
    }
}
