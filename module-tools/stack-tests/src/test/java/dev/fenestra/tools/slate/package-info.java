/**
 * The second vendor: a module of its own, compiled here as its author would, and loaded beside the one that is there.
 */
@NullMarked
package dev.fenestra.tools.slate;

import org.jspecify.annotations.NullMarked;
