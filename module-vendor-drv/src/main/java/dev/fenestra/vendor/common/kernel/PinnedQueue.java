package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * Memory of a process that a queue lies in, pinned.
 *
 * @param context of the process
 * @param pages pinned
 * @param ring as the card sees it
 */
public record PinnedQueue(CardContext context, PinnedPages pages, PinnedRing ring) implements Backing {
    private static final int IN_PAGE = (1 << PinnedPages.PAGE_SHIFT) - 1;

    /**
     * Pins memory.
     *
     * @param card that gets it
     * @param context of the process
     * @param address of the first byte
     * @param bytes of the queue
     * @return the memory
     */
    public static PinnedQueue pin(Card card, CardContext context, long address, long bytes) {
        PinnedPages pages = context.memory().pin(address, bytes, true);
        return new PinnedQueue(context, pages, card.ring(pages.busAddresses(), (int) address & IN_PAGE));
    }

    @Override
    public void release() {
        context.memory().unpin(pages);
    }
}
