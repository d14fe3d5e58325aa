/** Checks what programs owe to their devices and to each other. */
@NullMarked
package dev.fenestra.tools.duties;

import org.jspecify.annotations.NullMarked;
