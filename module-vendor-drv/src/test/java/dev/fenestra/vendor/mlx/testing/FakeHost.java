package dev.fenestra.vendor.mlx.testing;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.BusMemory;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A host with one process: its memory is one piece, which bus and process see at different addresses. */
public final class FakeHost implements KernelServices, AddressSpace, BusMemory {
    private static final int PAGE = 4096;
    private static final long BUS = 0x10_0000;
    private static final long VIRTUAL = 0x7000_0000_0000L;
    private static final int PATIENCE = 1000;

    private final MemorySegment memory = Arena.ofAuto().allocate(16 << 20, PAGE);
    private final List<PinnedPages> pinned = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private long used;
    private int looks;
    private @Nullable DriverObserver observer;

    private static final RuleFacts FACTS =
            new RuleFacts("FAKE-1", "memory is mapped", "memory is not mapped", "this test", Errno.EFAULT);
    private static final Rule NOT_MAPPED = () -> FACTS;

    @Override
    public long allocate(long bytes) {
        long at = take(bytes);
        return VIRTUAL + at;
    }

    @Override
    public KernelBuffer allocate(int bytes) {
        long at = take(bytes);
        return new KernelBuffer(memory, at, BUS + at, bytes);
    }

    private long take(long bytes) {
        long at = used;
        used += bytes + PAGE - 1 & -PAGE;
        return at;
    }

    @Override
    public void free(long address) {
        // Nothing is reused.
    }

    @Override
    public void free(KernelBuffer buffer) {
        // Nothing is reused.
    }

    /** Ranges that are pinned at this moment. */
    public List<PinnedPages> pinned() {
        return pinned;
    }

    /** What the device told of its refusals. */
    public List<Refusal> refusals() {
        return refusals;
    }

    @Override
    public PinnedPages pin(long address, long length, boolean writable) {
        long from = address - VIRTUAL;
        if (from < 0 || from + length > used) {
            throw new VerbsException(NOT_MAPPED, String.format("0x%x", address));
        }
        long[] pages = new long[(int) ((from % PAGE + length + PAGE - 1) / PAGE)];
        Arrays.setAll(pages, i -> BUS + (from & -PAGE) + (long) i * PAGE);
        PinnedPages range = new PinnedPages(address, length, pages);
        pinned.add(range);
        return range;
    }

    @Override
    public void unpin(PinnedPages pages) {
        pinned.remove(pages);
    }

    /** How often anybody looked which pages of a range are in memory. */
    public int looks() {
        return looks;
    }

    /** All that is mapped is always there, and never goes away. */
    @Override
    public OnDemandRange watch(long address, long length, InvalidationListener listener) {
        return new Present();
    }

    private final class Present implements OnDemandRange {
        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public boolean isStale(long sequence) {
            return false;
        }

        @Override
        public long[] fault(long address, long length, boolean write) {
            PinnedPages pages = pin(address, length, write);
            unpin(pages);
            return Arrays.stream(pages.busAddresses())
                    .map(page -> page | READ | WRITE)
                    .toArray();
        }

        @Override
        public long[] present(long address, long length, boolean write) {
            looks++;
            long[] pages = new long[(int) ((address % PAGE + length + PAGE - 1) / PAGE)];
            long from = (address & -PAGE) - VIRTUAL;
            Arrays.setAll(
                    pages, i -> isMapped(from + (long) i * PAGE) ? BUS + from + (long) i * PAGE | READ | WRITE : 0);
            return pages;
        }

        @Override
        public long firstPresent(long address, long length) {
            looks++;
            return isMapped(address - VIRTUAL) ? address : address + length;
        }

        private boolean isMapped(long at) {
            return at >= 0 && at < used;
        }

        @Override
        public void close() {
            // There is no listener.
        }
    }

    @Override
    public MemorySegment segment(long address) {
        return memory;
    }

    /** Process addresses lie far above bus addresses. */
    @Override
    public long offset(long address) {
        return address >= VIRTUAL ? address - VIRTUAL : address - BUS;
    }

    @Override
    public long contiguous(long address) {
        return valid(address);
    }

    @Override
    public long valid(long address) {
        long at = offset(address);
        return at >= 0 && at < used ? used - at : 0;
    }

    @Override
    public BusMemory busMemory() {
        return this;
    }

    @Override
    public void await(RdmaDevice device, BooleanSupplier condition) {
        for (int i = 0; i < PATIENCE && !condition.getAsBoolean(); i++) {
            device.progress();
        }
        if (!condition.getAsBoolean()) {
            throw new IllegalStateException("the device does not answer");
        }
    }

    @Override
    public void refused(Refusal refusal) {
        refusals.add(refusal);
    }

    @Override
    public @Nullable DriverObserver observer() {
        return observer;
    }

    /** Tells an observer what the driver does from now on. */
    public void observe(DriverObserver by) {
        observer = by;
    }
}
