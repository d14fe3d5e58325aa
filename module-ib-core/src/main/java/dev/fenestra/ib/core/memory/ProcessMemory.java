package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The address space of a process. Addresses are never used twice unless the process asks for them, depend only on the
 * order of calls, and an unmapped page follows every mapping.
 *
 * <p>Only one call at a time removes translations. It holds no lock that a page fault needs while it calls watchers.
 */
public final class ProcessMemory implements AddressSpace {
    private final PhysicalMemory physical;
    private final Touches touches;
    private final Pages pages;
    private final Mappings mappings;
    private final Pins pins;
    private final PageChanges changes;
    private final @Nullable ForeignMemory foreign;
    /** Never changed: another one takes its place. */
    private volatile AccessObserver[] observers = {};

    /**
     * Makes the memory of a process without a limit for pins.
     *
     * @param physical memory of the host
     * @param process name of the process
     * @param number of the process on its host, from 0
     */
    public ProcessMemory(PhysicalMemory physical, String process, int number) {
        this(physical, process, number, LockLimit.NONE);
    }

    /**
     * Makes an empty address space.
     *
     * @param physical memory of the host
     * @param process its name, for messages
     * @param number of the process on its host, from 0
     * @param limit of its pins
     */
    public ProcessMemory(PhysicalMemory physical, String process, int number, LockLimit limit) {
        Pages pages = new Pages(physical);
        this(physical, process, pages, new Mappings(physical, pages, new AddressChoice(number)), limit, null);
    }

    /**
     * Makes the memory of a process that is another program.
     *
     * @param physical memory of the host
     * @param process name of the process
     * @param number of the process on its host, from 0
     * @param limit of its pins
     * @param source of its pages
     * @return its memory; only pages that devices use are mapped
     */
    public static ProcessMemory foreign(
            PhysicalMemory physical, String process, int number, LockLimit limit, ForeignPages source) {
        Pages pages = new Pages(physical);
        Mappings mappings = new Mappings(physical, pages, new AddressChoice(number));
        return new ProcessMemory(physical, process, pages, mappings, limit, source);
    }

    private ProcessMemory(
            PhysicalMemory physical,
            String process,
            Pages pages,
            Mappings mappings,
            LockLimit limit,
            @Nullable ForeignPages source) {
        this.physical = physical;
        this.pages = pages;
        this.mappings = mappings;
        changes = new PageChanges(pages);
        touches = new Touches(physical, process, pages, changes);
        foreign = source == null ? null : new ForeignMemory(physical, pages, changes, source);
        pins = new Pins(physical, process, pages, changes, limit);
    }

    /**
     * {@return the memory of a forked child: all that is mapped, but for ranges that are not
     * {@link #inherit inherited}} Each page is shared until one of the two stores there; then that one gets a copy. The
     * child has pinned nothing. No other thread of the process may use its memory meanwhile.
     *
     * @param child its name, for messages
     * @param copyPinned a page that is pinned is copied for the child at once, so that the pin stays with the parent's
     *     page (Linux since 5.12); else it is shared like others, and goes to whoever does not store first
     * @throws VerbsException ENOMEM when the host has no frames left for what must be copied
     */
    public ProcessMemory fork(String child, boolean copyPinned) {
        Pages inherited = changes.fork(copyPinned);
        synchronized (this) {
            return new ProcessMemory(physical, child, inherited, mappings.copyFor(inherited), pins.limit(), null);
        }
    }

    /** Maps zeroed pages that have their frames at once ({@code mmap} with MAP_POPULATE). */
    @Override
    public synchronized long allocate(long bytes) {
        return mappings.populated(bytes);
    }

    @Override
    public synchronized long allocateContiguous(long bytes) {
        return mappings.contiguous(bytes);
    }

    /**
     * Maps zeroed pages at an address of the process's choice ({@code mmap} with MAP_FIXED_NOREPLACE).
     *
     * @param address virtual address of the first byte
     * @param bytes rounded up to whole pages
     * @throws VerbsException EINVAL for an address that no mapping can have or no bytes, EEXIST where something is
     *     mapped, ENOMEM when the host has no frames left
     */
    public synchronized void allocateAt(long address, long bytes) {
        mappings.fixed(address, bytes);
    }

    /**
     * Maps zeroed pages that get their frames at the first access ({@code mmap}). They may exceed the host's memory.
     *
     * @param bytes rounded up to whole pages
     * @param options page size and whether the process may store there
     * @return address, a multiple of the page size
     * @throws VerbsException EINVAL for no bytes, ENOMEM at the end of the address space
     */
    public synchronized long map(long bytes, MapOptions options) {
        return mappings.untouched(bytes, options);
    }

    /**
     * Maps native memory of a Java program into the process, without a copy. The address has the same page offset as
     * the segment. The other bytes of its first and last page stay unmapped. A read-only segment is mapped read-only.
     * The segment stays reachable while it is mapped or pinned; when its arena is closed, accesses fail.
     *
     * @param segment native memory that is not confined to a thread
     * @return the address of the first byte
     * @throws VerbsException EINVAL for memory on the heap, of a closed arena, or of an arena confined to one thread,
     *     and for no bytes; ENOMEM when the host has no bus addresses left for it
     */
    public synchronized long map(MemorySegment segment) {
        return mappings.foreign(segment, false);
    }

    /**
     * {@return a place for memory of another device, which its driver has mapped for the program (PeerDirect): it can
     * be registered, but neither registered anew nor bound to windows}
     *
     * @param segment native memory that is not confined to a thread
     */
    public synchronized long mapPeer(MemorySegment segment) {
        return mappings.foreign(segment, true);
    }

    @Override
    public boolean isPeer(long address, long length) {
        long span = Pins.span(address, length);
        return Pins.isRange(address, span)
                && pages.areas().in(address, address + span).stream().anyMatch(Area::peer);
    }

    /**
     * Maps a buffer of the shared heap ({@code mmap} of its descriptor): each process that has mapped it sees the same
     * bytes, and so does a forked child. The mapping keeps the pages.
     *
     * @param buffer of the shared heap
     * @return the address of the first byte
     * @throws VerbsException EINVAL for a buffer that may be moved
     */
    public synchronized long map(DmaBuf buffer) {
        return mappings.shared(buffer);
    }

    /**
     * {@return whether all of a range is mapped of buffers that a confidential guest shares with its devices}
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public boolean isShared(long address, long length) {
        return Pins.isRange(address, length) && pages.areas().sharedBytes(address, address + length) == length;
    }

    @Override
    public void free(long address) {
        Area area = MapChecks.checkBegins(pages.areas(), address);
        changes.unmap(area.firstPage(), area.endPage(), Invalidation.UNMAP);
    }

    /**
     * Ends all mappings in a range ({@code munmap}); an unmapped part is ignored. Pinned pages stay until they are
     * unpinned. Listeners are called before.
     *
     * @param address virtual address of the first byte
     * @param length bytes, rounded up to whole pages
     * @throws VerbsException EINVAL for an address that is not page-aligned, no bytes, or part of a huge page
     */
    public void unmap(long address, long length) {
        long end = MapChecks.checkRange(pages.areas(), address, length);
        changes.unmap(address, end, Invalidation.UNMAP);
    }

    /**
     * Makes a range writable or read-only ({@code mprotect}). Pins do not change.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param writable whether the process may store there
     * @throws VerbsException EINVAL as {@link #unmap}; ENOMEM when a page of the range is not mapped; EACCES to store
     *     to a read-only segment
     */
    public void protect(long address, long length, boolean writable) {
        changes.protect(address, MapChecks.checkRange(pages.areas(), address, length), writable);
    }

    /**
     * Drops the contents of a range ({@code madvise} with MADV_DONTNEED). The next access finds zeroed pages. A device
     * keeps the frames that it has pinned, so process and device then have different pages. An on-demand region gets
     * the new pages.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @throws VerbsException EINVAL as {@link #unmap}, and for a segment; ENOMEM when a page of the range is not mapped
     */
    public void discard(long address, long length) {
        changes.discard(address, MapChecks.checkRange(pages.areas(), address, length));
    }

    /**
     * Sets whether forked children inherit a range ({@code madvise} with MADV_DOFORK or MADV_DONTFORK).
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param inherited whether children have the range
     * @throws VerbsException EINVAL as {@link #unmap}, ENOMEM when a page of the range is not mapped
     */
    public void inherit(long address, long length, boolean inherited) {
        changes.inherit(address, MapChecks.checkRange(pages.areas(), address, length), inherited);
    }

    /**
     * Swaps pages of a range out, as a kernel does that needs frames. Pinned, huge and foreign pages stay, and those
     * whose watcher may not wait. The next access brings a page back, in another frame if the host has one.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param mayBlock whether watchers may wait
     * @return how many pages were swapped out
     */
    public long swapOut(long address, long length, boolean mayBlock) {
        return changes.swapOut(address, address + Math.min(length, USER_BYTES - address), mayBlock);
    }

    /** Unmaps everything, as the end of a process does. Pinned pages live until they are unpinned. */
    public void freeAll() {
        changes.unmap(0, USER_BYTES, Invalidation.RELEASE);
        if (foreign != null) {
            foreign.close();
        }
    }

    @Override
    public boolean isForeign() {
        return foreign != null;
    }

    /**
     * Says that another program has unmapped pages of a range, mapped others there, or changed its rights to them. What
     * devices use on demand there they get anew. Pins keep their pages. Without effect for memory that this project
     * maps, since such changes go through it.
     *
     * @param address virtual address of the first byte
     * @param length bytes; a range that no process can have is ignored
     */
    public void changed(long address, long length) {
        if (foreign != null) {
            foreign.changed(address, length);
        }
    }

    /** {@return whether a device uses memory on demand, so that it must know of changes} */
    public boolean isWatched() {
        return changes.isWatched();
    }

    @Override
    public void runPaging(Runnable work) {
        Executor where = foreign == null ? Runnable::run : Thread.ofVirtual()::start;
        where.execute(work);
    }

    @Override
    public PinnedPages pin(long address, long length, boolean writable) {
        return foreign == null
                ? pins.pin(address, length, writable)
                : foreign.use(address, Pins.span(address, length), writable, () -> pins.pin(address, length, writable));
    }

    @Override
    public void unpin(PinnedPages pinned) {
        pins.unpin(pinned);
        if (foreign != null) {
            foreign.giveBack(pinned);
        }
    }

    @Override
    public long abandoned(PinnedPages pinned) {
        return pins.abandoned(pinned);
    }

    /** {@return pages pinned at this moment; a page pinned twice counts twice, as Linux's {@code pinned_vm} does} */
    public long pinnedPages() {
        return pins.count();
    }

    /** {@return pages in memory at this moment (RSS), in 4 KiB} */
    public long residentPages() {
        return pages.resident();
    }

    /** {@return pages in the swap space at this moment} */
    public long swappedPages() {
        return pages.swapped();
    }

    @Override
    public OnDemandRange watch(long address, long length, InvalidationListener listener) {
        Pins.checkWatch(address, length);
        RangeWatch watch = new RangeWatch(changes, pins, pages, foreign, address, address + length, listener);
        changes.add(watch);
        return watch;
    }

    @Override
    public int pageShift(long address) {
        Area area = pages.areas().find(address);
        return area == null ? 0 : area.pageShift();
    }

    PhysicalMemory physical() {
        return physical;
    }

    Touches touches() {
        return touches;
    }

    @Override
    public long load(long address, MemorySegment target, long to, long length) {
        return touches.load(address, target, to, length);
    }

    @Override
    public long store(long address, MemorySegment source, long from, long length) {
        return touches.store(address, source, from, length);
    }

    @Override
    public MemorySegment segment(long address) {
        return physical.table().segment(touches.busAddress(address, false));
    }

    @Override
    public MemorySegment writableSegment(long address) {
        return physical.table().segment(touches.busAddress(address, true));
    }

    @Override
    public long offset(long address) {
        return physical.table().offset(touches.busAddress(address, false));
    }

    @Override
    public long contiguous(long address) {
        return touches.contiguous(address);
    }

    /**
     * Adds an observer of what the program does with this memory.
     *
     * @param added gets each access from now on, after the observers before it
     */
    public synchronized void addObserver(AccessObserver added) {
        AccessObserver[] more = Arrays.copyOf(observers, observers.length + 1);
        more[observers.length] = added;
        observers = more;
    }

    /**
     * Removes an observer.
     *
     * @param removed gets no more accesses; one that was not added is ignored
     */
    public synchronized void removeObserver(AccessObserver removed) {
        observers = Arrays.stream(observers).filter(one -> one != removed).toArray(AccessObserver[]::new);
    }

    /** {@return who observes what the program does with it, oldest first; not to be changed} */
    public AccessObserver[] observers() {
        return observers;
    }
}
