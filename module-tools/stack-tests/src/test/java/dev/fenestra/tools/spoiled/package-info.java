/** Programs that write over the memory of their own queues. */
@NullMarked
package dev.fenestra.tools.spoiled;

import org.jspecify.annotations.NullMarked;
