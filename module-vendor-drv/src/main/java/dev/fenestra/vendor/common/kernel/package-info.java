/**
 * The kernel half of all cards: PDs, regions, windows, keys, rights, CQs, QPs and their transitions, SRQs, address
 * handles, events and the port. {@link dev.fenestra.vendor.common.kernel.VendorHalf} is what a vendor adds.
 */
package dev.fenestra.vendor.common.kernel;
