package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pins of devices in a process, and how many pages it may pin. A page pinned twice counts twice. The checks have
 * the order of core/umem.c and core/umem_odp.c.
 */
final class Pins {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final FrameAllocator allocator;
    private final String process;
    private final Pages pages;
    private final PageChanges changes;
    private final LockLimit limit;
    private final boolean mayLock;
    /** Pages that may be pinned at once. */
    private final long most;

    private long pinnedPages;
    private final Set<PinnedPages> all = Collections.newSetFromMap(new IdentityHashMap<>());

    Pins(PhysicalMemory physical, String process, Pages pages, PageChanges changes, LockLimit limit) {
        allocator = physical.frames();
        this.process = process;
        this.pages = pages;
        this.changes = changes;
        this.limit = limit;
        mayLock = limit.bytes() != 0 || limit.capIpcLock();
        boolean isLimited = !limit.capIpcLock() && !limit.isInfinite();
        most = isLimited ? limit.bytes() >>> PhysicalMemory.FRAME_SHIFT : Long.MAX_VALUE;
    }

    LockLimit limit() {
        return limit;
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
        checkWrap(address, length);
        checkMayLock();
        checkLength(address, length);
        long span = span(address, length);
        checkRoom(FrameAllocator.count((address & PAGE - 1) + span));
        if (isRange(address, span)) {
            changes.unshare(address, address + span);
        }
        long[] frames = framesFor(pages::pin, address, span, writable);
        PinnedPages pinned = new PinnedPages(address, length, frames);
        all.add(pinned);
        pinnedPages += frames.length;
        return pinned;
    }

    synchronized void unpin(PinnedPages pinned) {
        if (!all.remove(pinned)) {
            throw new IllegalStateException(String.format("0x%x is not pinned by this handle", pinned.address()));
        }
        allocator.unpin(pinned.busAddresses());
        pinnedPages -= pinned.busAddresses().length;
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
        return pinnedPages;
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
            throw forbidden(isMapped, address, length, process);
        }
        return frames;
    }

    /** Whether a range lies in the address space of a process. */
    static boolean isRange(long address, long length) {
        return address >= 0 && length > 0 && length <= AddressSpace.USER_BYTES - address;
    }

    private void checkMayLock() {
        if (!mayLock) {
            throw new VerbsException(MemoryRule.MAY_LOCK, "RLIMIT_MEMLOCK=0, no CAP_IPC_LOCK");
        }
    }

    private void checkRoom(long more) {
        if (more > most - pinnedPages) {
            throw new VerbsException(
                    MemoryRule.LOCK_LIMIT,
                    "pages=" + more + ", pinned=" + pinnedPages + ", RLIMIT_MEMLOCK=" + limit.bytes());
        }
    }

    private static void checkWrap(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(MemoryRule.NO_WRAP, MapChecks.range(address, length));
        }
    }

    private static void checkLength(long address, long length) {
        if (span(address, length) == 0) {
            throw new VerbsException(MemoryRule.PIN_LENGTH, MapChecks.range(address, length));
        }
    }

    /** The bytes whose pages a device gets. A range of no bytes inside of a page has that page. */
    static long span(long address, long length) {
        return length == 0 && (address & PAGE - 1) != 0 ? 1 : length;
    }

    static void checkWatch(long address, long length) {
        if (wraps(address, length)) {
            throw new VerbsException(MemoryRule.WATCH_WRAP, MapChecks.range(address, length));
        }
        if (span(address, length) == 0) {
            throw new VerbsException(MemoryRule.WATCH_LENGTH, MapChecks.range(address, length));
        }
    }

    static VerbsException forbidden(boolean isMapped, long address, long length, String process) {
        return new VerbsException(
                isMapped ? MemoryRule.WRITABLE : MemoryRule.MAPPED,
                MapChecks.range(address, length) + " of " + process);
    }

    private static boolean wraps(long address, long length) {
        long end = address + length;
        long roundedEnd = end + PAGE - 1;
        return Long.compareUnsigned(end, address) < 0 || Long.compareUnsigned(roundedEnd, end) < 0;
    }
}
