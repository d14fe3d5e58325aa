/** Which defects are tried, and what is told of them. */
@NullMarked
package dev.fenestra.tools.proof.mutate;

import org.jspecify.annotations.NullMarked;
