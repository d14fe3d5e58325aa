package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The pins of devices in a process, and their limit. */
final class Pins {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PhysicalMemory physical;
    private final String process;
    private final Pages pages;
    private final PageChanges changes;
    private final LockedMemory locked;
    private final Set<PinnedPages> all = Collections.newSetFromMap(new IdentityHashMap<>());

    Pins(PhysicalMemory physical, String process, Pages pages, PageChanges changes, LockLimit limit) {
        this.physical = physical;
        this.process = process;
        this.pages = pages;
        this.changes = changes;
        locked = new LockedMemory(limit);
    }

    LockLimit limit() {
        return locked.limit();
    }

    /**
     * A pinned page is shared with no other process. A shared page is copied first, even for reading
     * (gup_must_unshare).
     */
    PinnedPages pin(long address, long length, boolean writable) {
        return changes.undisturbed(() -> {
            synchronized (this) {
                return pinUndisturbed(address, length, writable);
            }
        });
    }

    private PinnedPages pinUndisturbed(long address, long length, boolean writable) {
        PinChecks.checkWrap(address, length);
        locked.checkMayLock();
        PinChecks.checkLength(address, length);
        long span = PinChecks.span(address, length);
        locked.checkRoom(PhysicalMemory.frames((address & PAGE - 1) + span));
        if (isRange(address, span)) {
            changes.unshare(address, address + span);
        }
        long[] frames = framesFor(pages::pin, address, span, writable);
        PinnedPages pinned = new PinnedPages(address, length, frames);
        all.add(pinned);
        locked.add(frames.length);
        return pinned;
    }

    synchronized void unpin(PinnedPages pinned) {
        if (!all.remove(pinned)) {
            throw new IllegalStateException(String.format("0x%x is not pinned by this handle", pinned.address()));
        }
        physical.frames().unpin(pinned.busAddresses());
        locked.add(-pinned.busAddresses().length);
    }

    /** The number of pinned pages that are no longer mapped at their addresses. */
    long abandoned(PinnedPages pinned) {
        long[] frames = pinned.busAddresses();
        long first = pinned.address() & -PAGE;
        long gone = 0;
        for (int i = 0; i < frames.length; i++) {
            gone += pages.ifPresent(first + i * PAGE, false) == frames[i] ? 0 : 1;
        }
        return gone;
    }

    /** Pages pinned at this moment. */
    synchronized long count() {
        return locked.pages();
    }

    /** Finds the frames of a range, or none when a page does not allow the access. */
    interface FrameSource {
        long @Nullable [] frames(long from, long to, boolean write);
    }

    /** The frames of a range for a device; EFAULT where nothing is mapped or, to write, nothing writable. */
    long[] framesFor(FrameSource source, long address, long length, boolean write) {
        boolean isRange = isRange(address, length);
        long[] frames = isRange ? source.frames(address, address + length, write) : null;
        if (frames == null) {
            boolean isMapped = isRange && pages.firstForbidden(address, address + length, false) < 0;
            throw PinChecks.forbidden(isMapped, address, length, process);
        }
        return frames;
    }

    /** Whether a range lies in the address space of a process. */
    static boolean isRange(long address, long length) {
        return address >= 0 && length > 0 && length <= AddressSpace.USER_BYTES - address;
    }
}
