package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.Invalidation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners that are called before translations are removed. */
final class Watches {
    private final List<WatchedRange> all = new CopyOnWriteArrayList<>();

    void add(WatchedRange watch) {
        all.add(watch);
    }

    void remove(WatchedRange watch) {
        all.remove(watch);
    }

    boolean isAny() {
        return !all.isEmpty();
    }

    /**
     * Changes translations of a range after all its listeners were called.
     *
     * @return false when a listener would have to wait and may not; then nothing is changed
     */
    boolean invalidate(long from, long to, Invalidation reason, boolean mayBlock, Runnable change) {
        List<WatchedRange> concerned =
                all.stream().filter(watch -> watch.overlaps(from, to)).toList();
        concerned.forEach(WatchedRange::begin);
        try {
            for (WatchedRange watch : concerned) {
                if (!watch.tell(from, to, reason, mayBlock)) {
                    return false;
                }
            }
            change.run();
            return true;
        } finally {
            concerned.forEach(WatchedRange::end);
        }
    }
}
