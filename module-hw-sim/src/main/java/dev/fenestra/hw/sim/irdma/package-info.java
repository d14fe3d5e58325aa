/** The queues of irdma cards (Intel E810): their formats, and where the parts of a request lie. */
@NullMarked
package dev.fenestra.hw.sim.irdma;

import org.jspecify.annotations.NullMarked;
