package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A translation table behind a cache, or in pages of the host. It counts the cost of each translation. */
final class ModelledMttTable extends MttTable {
    private static final int PAGE_SHIFT = 9;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;
    /** A line of 64 bytes has eight entries. */
    private static final int LINE_SHIFT = 3;

    private final DmaBus bus;
    private final HcaCounters counters;
    private final MttPlacement placement;
    private final @Nullable LineCache cache;
    /** Bus addresses of the pages that the driver gave, in order. */
    private long[] given = new long[0];

    ModelledMttTable(Arena arena, HcaMemory memory, DmaBus bus, HcaCounters counters) {
        super(arena, memory.translationEntries());
        this.bus = bus;
        this.counters = counters;
        placement = memory.translations();
        cache = memory.translationCache().isOff() ? null : new LineCache(memory.translationCache());
    }

    @Override
    public boolean wantsPages() {
        return placement == MttPlacement.HOST_MEMORY;
    }

    @Override
    public void give(long page) {
        given = Arrays.copyOf(given, given.length + 1);
        given[given.length - 1] = page;
    }

    @Override
    boolean extend(int entries) {
        return wantsPages() ? entries <= (long) given.length << PAGE_SHIFT : super.extend(entries);
    }

    @Override
    public long busAddress(int entry) {
        count(entry);
        return value(entry) & MttEntry.ADDRESS_MASK;
    }

    @Override
    public void busAddresses(int first, int count, long[] pages) {
        for (int i = 0; i < count; i++) {
            pages[i] = busAddress(first + i);
        }
    }

    private void count(int entry) {
        boolean isRead = true;
        if (cache != null) {
            isRead = !cache.touch(entry >>> LINE_SHIFT);
            counters.translationCacheHits = cache.hits;
            counters.translationCacheMisses = cache.misses;
            counters.translationCacheEvictions = cache.evictions;
        }
        if (isRead && placement != MttPlacement.ON_CARD_SRAM) {
            counters.translationReads++;
        }
    }

    @Override
    public void write(int entry, long value) {
        MttEntry.VALUE.setLong(segment(entry), offset(entry), value);
        if (cache != null) {
            cache.drop(entry >>> LINE_SHIFT);
        }
    }

    @Override
    public long value(int entry) {
        return MttEntry.VALUE.getLong(segment(entry), offset(entry));
    }

    @Override
    public MemorySegment segment(int entry) {
        return wantsPages() ? bus.segment(given[entry >>> PAGE_SHIFT]) : super.segment(entry);
    }

    @Override
    public long offset(int entry) {
        return wantsPages()
                ? bus.offset(given[entry >>> PAGE_SHIFT]) + (long) (entry & IN_PAGE) * MttEntry.BYTES
                : super.offset(entry);
    }
}
