package dev.fenestra.ib.core.memory;

import java.util.ArrayList;
import java.util.List;

/** Pages joined into runs of neighbours. */
final class PageRuns implements PageTable.Visitor {
    private final List<long[]> runs = new ArrayList<>();

    /** Receives each run: its first page, and the page after its last. */
    interface Run {
        void run(long first, long end);
    }

    @Override
    public void entry(long page, long entry) {
        if (!runs.isEmpty() && runs.getLast()[1] == page) {
            runs.getLast()[1] = page + PhysicalMemory.FRAME_BYTES;
        } else {
            runs.add(new long[] {page, page + PhysicalMemory.FRAME_BYTES});
        }
    }

    void forEach(Run consumer) {
        runs.forEach(run -> consumer.run(run[0], run[1]));
    }
}
