package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.vendor.slate.card.DoorbellPage;

/**
 * An opened device.
 *
 * @param memory of the process
 * @param doorbells of the process
 */
record SlateContext(AddressSpace memory, DoorbellPage doorbells) implements DriverContext {
    static SlateContext of(DriverContext context) {
        return (SlateContext) context;
    }
}
