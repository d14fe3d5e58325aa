package dev.fenestra.tools.observe.cost;

/**
 * What one of an item costs.
 *
 * @param nanos 0 or more
 * @param source where the number comes from; {@code assumed} at its start when nobody was found who measured it
 */
public record Price(double nanos, String source) {}
