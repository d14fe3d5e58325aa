package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * A QP.
 *
 * @param context it was made for
 * @param number the card's
 * @param pages its rings
 */
record SlateQpObject(SlateContext context, int number, PinnedPages pages) implements DriverQp {
    static SlateQpObject of(DriverQp qp) {
        return (SlateQpObject) qp;
    }
}
