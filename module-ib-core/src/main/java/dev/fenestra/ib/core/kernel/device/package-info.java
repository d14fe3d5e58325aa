/**
 * A device as the kernel keeps it: its driver, its regions and windows by key, its events, and its way to memory with
 * the binding ledger.
 */
package dev.fenestra.ib.core.kernel.device;
