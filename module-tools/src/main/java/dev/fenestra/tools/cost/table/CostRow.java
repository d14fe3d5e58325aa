package dev.fenestra.tools.cost.table;

import dev.fenestra.tools.cost.Bill;

/**
 * One operation on one region.
 *
 * @param bytes of the region
 * @param bill what it makes the host and the device do
 * @param isExtended it did not run; the bill follows from those of smaller regions
 */
public record CostRow(Kind kind, Operation operation, long bytes, Bill bill, boolean isExtended) {}
