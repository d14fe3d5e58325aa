/** The driver of cards that look like Amazon's EFA, with the hardware that it brings along. */
package dev.fenestra.vendor.efa;
