/** What a device announces, and what of it is available. */
@NullMarked
package dev.fenestra.tools.limits;

import org.jspecify.annotations.NullMarked;
