package dev.fenestra.tools.measure.cost;

import dev.fenestra.tools.observe.cost.Bill;

/**
 * One operation on one region.
 *
 * @param bytes of the region
 * @param bill what it makes the host and the device do
 * @param isExtended it did not run; the bill follows from those of smaller regions
 */
public record CostRow(Kind kind, Operation operation, long bytes, Bill bill, boolean isExtended) {}
