package dev.fenestra.tools.observe.journal;

/**
 * When and where an event happened.
 *
 * @param sequence place in the order of all events of a journal, from 0
 * @param nanos virtual time
 * @param host its name
 * @param layer where it happened
 */
public record Stamp(long sequence, long nanos, String host, Layer layer) {}
