package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** A range that a device watches, with the count of its invalidations. */
abstract class WatchedRange implements OnDemandRange {
    private static final long PAGE = 1L << PinnedPages.PAGE_SHIFT;

    private final InvalidationListener listener;
    private final long start;
    private final long end;
    private long sequence;
    private int atWork;

    /**
     * @param start first byte
     * @param end behind the last byte
     */
    WatchedRange(long start, long end, InvalidationListener listener) {
        this.start = start;
        this.end = end;
        this.listener = listener;
    }

    @Override
    public final synchronized long sequence() {
        return sequence;
    }

    @Override
    public final synchronized boolean isStale(long since) {
        return atWork > 0 || sequence != since;
    }

    final boolean overlaps(long from, long to) {
        return from < end && start < to;
    }

    final synchronized void begin() {
        sequence++;
        atWork++;
    }

    final boolean tell(long from, long to, Invalidation reason, boolean mayBlock) {
        long first = Math.max(from, start & -PAGE);
        long last = Math.min(to, end + PAGE - 1 & -PAGE);
        return listener.invalidate(first, last - first, reason, mayBlock);
    }

    /** Pages that were requested before the end may be the removed ones. */
    final synchronized void end() {
        sequence++;
        atWork--;
    }

    final void checkInside(long address, long length) {
        if (length < 1 || address < start || address > end || length > end - address) {
            throw notWatched(address, length);
        }
    }

    final VerbsException notWatched(long address, long length) {
        String values = String.format("address=0x%x, length=0x%x, watched 0x%x to 0x%x", address, length, start, end);
        return new VerbsException(MemoryRule.WATCHED, values);
    }
}
