package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** A range that a device watches, with the count of its invalidations. */
final class Watch implements OnDemandRange {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PageChanges changes;
    private final Pins pins;
    private final Pages pages;
    private final InvalidationListener listener;
    private final long start;
    private final long end;
    private long sequence;
    private int atWork;

    Watch(PageChanges changes, Pins pins, Pages pages, long start, long end, InvalidationListener listener) {
        this.changes = changes;
        this.pins = pins;
        this.pages = pages;
        this.start = start;
        this.end = end;
        this.listener = listener;
    }

    @Override
    public synchronized long sequence() {
        return sequence;
    }

    @Override
    public synchronized boolean isStale(long since) {
        return atWork > 0 || sequence != since;
    }

    @Override
    public long[] fault(long address, long length, boolean write) {
        checkInside(address, length);
        if (write) {
            changes.unshare(address, address + length);
        }
        long[] frames = pins.framesFor(pages::frames, address, length, write);
        long rights = write ? READ | WRITE : READ;
        for (int i = 0; i < frames.length; i++) {
            frames[i] |= rights;
        }
        return frames;
    }

    @Override
    public long[] present(long address, long length, boolean write) {
        checkInside(address, length);
        long rights = write ? READ | WRITE : READ;
        long[] found = new long[(int) PhysicalMemory.frames((address & PAGE - 1) + length)];
        for (int i = 0; i < found.length; i++) {
            long frame = pages.ifPresent((address & -PAGE) + i * PAGE, write);
            found[i] = frame == 0 ? 0 : frame | rights;
        }
        return found;
    }

    @Override
    public void close() {
        changes.remove(this);
    }

    boolean overlaps(long from, long to) {
        return from < end && start < to;
    }

    synchronized void begin() {
        sequence++;
        atWork++;
    }

    boolean tell(long from, long to, Invalidation reason, boolean mayBlock) {
        long first = Math.max(from, start & -PAGE);
        long last = Math.min(to, end + PAGE - 1 & -PAGE);
        return listener.invalidate(first, last - first, reason, mayBlock);
    }

    /** Pages that were asked for before the end may be those that have gone. */
    synchronized void end() {
        sequence++;
        atWork--;
    }

    private void checkInside(long address, long length) {
        if (length < 1 || address < start || address > end || length > end - address) {
            throw new VerbsException(
                    Errno.EFAULT,
                    MemoryRule.WATCHED,
                    String.format("address=0x%x, length=0x%x, watched 0x%x to 0x%x", address, length, start, end));
        }
    }
}
