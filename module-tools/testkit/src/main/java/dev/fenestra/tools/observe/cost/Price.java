package dev.fenestra.tools.observe.cost;

/**
 * The price of one item.
 *
 * @param nanos 0 or more
 * @param source where the number comes from; it begins with {@code assumed} when no measurement was found
 */
public record Price(double nanos, String source) {}
