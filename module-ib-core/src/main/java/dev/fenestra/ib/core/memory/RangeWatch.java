package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.InvalidationListener;
import org.jspecify.annotations.Nullable;

/** A range of a process that a device watches. */
final class RangeWatch extends WatchedRange {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PageChanges changes;
    private final Pins pins;
    private final Pages pages;
    private final @Nullable ForeignMemory foreign;
    private final long start;
    private final long end;
    private volatile boolean isClosed;

    RangeWatch(
            PageChanges changes,
            Pins pins,
            Pages pages,
            @Nullable ForeignMemory foreign,
            long start,
            long end,
            InvalidationListener listener) {
        super(start, end, listener);
        this.changes = changes;
        this.pins = pins;
        this.pages = pages;
        this.foreign = foreign;
        this.start = start;
        this.end = end;
    }

    @Override
    public long[] fault(long address, long length, boolean write) {
        checkInside(address, length);
        return foreign == null
                ? frames(address, length, write)
                : foreign.use(address, length, write, () -> frames(address, length, write));
    }

    /** A page that is faulted in too late would never go back. */
    private long[] frames(long address, long length, boolean write) {
        if (isClosed) {
            throw notWatched(address, length);
        }
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
        if (foreign != null) {
            foreign.check(address, length);
        }
        long rights = write ? READ | WRITE : READ;
        long[] found = new long[(int) FrameAllocator.count((address & PAGE - 1) + length)];
        for (int i = 0; i < found.length; i++) {
            long frame = pages.ifPresent((address & -PAGE) + i * PAGE, write);
            found[i] = frame == 0 ? 0 : frame | rights;
        }
        return found;
    }

    @Override
    public long firstPresent(long address, long length) {
        checkInside(address, length);
        return pages.firstPresent(address, address + length);
    }

    @Override
    public void close() {
        changes.remove(this);
        isClosed = true;
        if (foreign != null) {
            foreign.giveBack(start, end - start);
        }
    }
}
