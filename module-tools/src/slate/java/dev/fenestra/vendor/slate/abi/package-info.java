/** What both halves of the driver know: the words they exchange, and the rules. */
package dev.fenestra.vendor.slate.abi;
