/** What the halves of irdma cards exchange, and their rules. */
@NullMarked
package dev.fenestra.vendor.irdma.abi;

import org.jspecify.annotations.NullMarked;
