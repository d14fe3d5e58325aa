package dev.fenestra.ib.core.spi;

/** Why translations of a range go away (mmu_notifier.h {@code mmu_notifier_event}). */
public enum Invalidation {
    /** The range, or a part of it, is no longer mapped. */
    UNMAP,
    /**
     * The pages are replaced by others: contents that the process gave up, or a copy that it got when it stored to a
     * shared page.
     */
    CLEAR,
    /** Rights are taken away. */
    PROTECT,
    /** The kernel reclaims the pages; their next touch brings the contents back, in other frames. */
    SWAP,
    /** The process ends. */
    RELEASE
}
