/** The kernel half of irdma cards: queues lie in memory that the process has registered. */
@NullMarked
package dev.fenestra.vendor.irdma.kernel;

import org.jspecify.annotations.NullMarked;
