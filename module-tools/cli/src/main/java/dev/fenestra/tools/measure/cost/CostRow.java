package dev.fenestra.tools.measure.cost;

import dev.fenestra.tools.observe.cost.Bill;

/**
 * One operation on one region.
 *
 * @param bytes of the region
 * @param bill the work of the host and the device
 * @param isExtended whether it did not run: then the bill is extrapolated from smaller regions
 */
public record CostRow(Kind kind, PricedOperation operation, long bytes, Bill bill, boolean isExtended) {}
