/** Readers for the test data: captures with their decoding, and tables of text. */
package dev.fenestra.hw.sim.testing;
