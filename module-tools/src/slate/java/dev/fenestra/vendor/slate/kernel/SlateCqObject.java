package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * A completion queue.
 *
 * @param context it was made for
 * @param number the card's
 * @param pages its ring
 */
record SlateCqObject(SlateContext context, int number, PinnedPages pages) implements DriverCq {
    static SlateCqObject of(DriverCq cq) {
        return (SlateCqObject) cq;
    }
}
