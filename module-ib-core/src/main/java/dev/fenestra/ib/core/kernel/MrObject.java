package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;

/** A memory region, with the pages it pins and its cell of the binding ledger. */
final class MrObject extends KernelObject {
    private final DriverMr driver;
    private final PinnedPages pages;
    private final LedgerCell bound;

    MrObject(PdObject pd, DriverMr driver, PinnedPages pages, LedgerCell bound) {
        super(ObjectKind.MR, pd);
        this.driver = driver;
        this.pages = pages;
        this.bound = bound;
    }

    DriverMr driver() {
        return driver;
    }

    PinnedPages pages() {
        return pages;
    }

    LedgerCell bound() {
        return bound;
    }
}
