/** What a device announces, and what can be had of it. */
@NullMarked
package dev.fenestra.tools.limits;

import org.jspecify.annotations.NullMarked;
