package dev.fenestra.tools.observe.cost;

/** Some of an item. */
public record Charge(CostItem item, long count) {}
