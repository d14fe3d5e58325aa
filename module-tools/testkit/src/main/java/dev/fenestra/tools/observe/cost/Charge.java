package dev.fenestra.tools.observe.cost;

/**
 * A number of items of one kind.
 *
 * @param item the kind
 * @param count how many of it, 0 or more
 */
public record Charge(CostItem item, long count) {}
