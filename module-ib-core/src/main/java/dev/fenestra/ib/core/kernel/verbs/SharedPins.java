package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import java.util.IdentityHashMap;
import java.util.Map;

/** Pins that several regions share. The last region unpins. */
final class SharedPins {
    private final AddressSpace memory;
    /** Regions beside the first one that have these pages. */
    private final Map<PinnedPages, Integer> shares = new IdentityHashMap<>();

    SharedPins(AddressSpace memory) {
        this.memory = memory;
    }

    public synchronized void share(PinnedPages pages) {
        shares.merge(pages, 1, Integer::sum);
    }

    public synchronized void release(PinnedPages pages) {
        Integer others = shares.remove(pages);
        if (others == null) {
            memory.unpin(pages);
        } else if (others > 1) {
            shares.put(pages, others - 1);
        }
    }
}
