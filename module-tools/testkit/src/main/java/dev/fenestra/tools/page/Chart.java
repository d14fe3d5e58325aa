package dev.fenestra.tools.page;

/**
 * A chart with its numbers as a table, for those who cannot see it.
 *
 * @param svg the picture, without a style of its own
 */
public record Chart(String title, String svg, Table points) {}
