package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.InvalidationListener;
import org.jspecify.annotations.Nullable;

/** A range of a process that a device watches. */
final class Watch extends WatchedRange {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PageChanges changes;
    private final Pins pins;
    private final Pages pages;
    private final @Nullable ForeignMemory foreign;

    Watch(
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
    }

    @Override
    public long[] fault(long address, long length, boolean write) {
        checkInside(address, length);
        if (foreign != null) {
            foreign.bring(address, length, write);
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
        long[] found = new long[(int) PhysicalMemory.frames((address & PAGE - 1) + length)];
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
    }
}
