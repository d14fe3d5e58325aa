/** What operators make of a class. */
@NullMarked
package dev.fenestra.tools.proof.mutate.operator;

import org.jspecify.annotations.NullMarked;
