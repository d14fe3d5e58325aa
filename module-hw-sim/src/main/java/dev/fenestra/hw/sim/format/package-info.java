/**
 * Formats of cards as tables: which word of a request, a receive or a completion means what, in which byte order, and
 * which number stands for which operation and status. A card reads by the table what a user half has written by it,
 * and the other way round, so each format is defined once.
 */
package dev.fenestra.hw.sim.format;
