package dev.fenestra.vendor.mlx.kernel;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of the pages of one region, or of all regions of a device: the five counters of
 * {@code rdma statistic show mr}.
 */
final class OnDemandCounters {
    private final @Nullable OnDemandCounters all;
    private final LongAdder faults = new LongAdder();
    private final LongAdder faultsHandled = new LongAdder();
    private final LongAdder invalidations = new LongAdder();
    private final LongAdder invalidationsHandled = new LongAdder();
    private final LongAdder prefetched = new LongAdder();

    /**
     * @param all the counters of the device, which count the same events; null for the device's counters themselves
     */
    OnDemandCounters(@Nullable OnDemandCounters all) {
        this.all = all;
    }

    /** Counts a handled fault and the pages that it made known to the device. */
    void faulted(long pages) {
        faults.add(pages);
        faultsHandled.increment();
        if (all != null) {
            all.faulted(pages);
        }
    }

    /** Counts removed pages. A call of the notifier without pages does not count. */
    void invalidated(long pages) {
        if (pages == 0) {
            return;
        }
        invalidations.add(pages);
        invalidationsHandled.increment();
        if (all != null) {
            all.invalidated(pages);
        }
    }

    /** Counts pages that an advice made known to the device. */
    void prefetched(long pages) {
        prefetched.add(pages);
        if (all != null) {
            all.prefetched(pages);
        }
    }

    /**
     * The counters by name, in the order in which {@code rdma statistic} prints them. They count pages, or events where
     * the name says handled.
     */
    SequencedMap<String, Long> values() {
        SequencedMap<String, Long> values = new LinkedHashMap<>();
        values.put("page_faults", faults.sum());
        values.put("page_faults_handled", faultsHandled.sum());
        values.put("page_invalidations", invalidations.sum());
        values.put("page_invalidations_handled", invalidationsHandled.sum());
        values.put("page_prefetch", prefetched.sum());
        return values;
    }
}
