/** A host's memory while devices use it, through the user API. */
@NullMarked
package dev.fenestra.tools.memory;

import org.jspecify.annotations.NullMarked;
