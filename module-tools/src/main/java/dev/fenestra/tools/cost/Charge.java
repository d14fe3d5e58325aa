package dev.fenestra.tools.cost;

/** Some of an item. */
public record Charge(CostItem item, long count) {}
