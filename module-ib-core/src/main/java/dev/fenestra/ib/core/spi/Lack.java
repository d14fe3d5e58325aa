package dev.fenestra.ib.core.spi;

/**
 * Something that programs may expect of a card, and that it or its library does not have, as listings show it.
 *
 * @param what in a few words, such as {@code UD}
 * @param reason why, in one sentence
 */
public record Lack(String what, String reason) {}
