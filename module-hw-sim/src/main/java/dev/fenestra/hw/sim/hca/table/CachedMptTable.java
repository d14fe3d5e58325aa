package dev.fenestra.hw.sim.hca.table;

import dev.fenestra.hw.sim.hca.limits.CacheSize;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import java.lang.foreign.Arena;

/** A key table behind a cache. It counts each look-up as a hit or a miss. A key takes one line. */
final class CachedMptTable extends MptTable {
    private final LineCache cache;
    private final HcaCounters counters;

    CachedMptTable(Arena arena, int logEntries, CacheSize size, HcaCounters counters) {
        super(arena, logEntries);
        cache = new LineCache(size);
        this.counters = counters;
    }

    @Override
    public void countLookup(int index) {
        if (isBacked(index)) {
            cache.touch(index);
            counters.keyCacheHits = cache.hits;
            counters.keyCacheMisses = cache.misses;
            counters.keyCacheEvictions = cache.evictions;
        }
    }

    @Override
    public void clear(int index) {
        super.clear(index);
        cache.drop(index);
    }
}
