/** The kit against every defect, and the patcher against classes that have changed. */
@NullMarked
package dev.fenestra.tools.proof.mutants;

import org.jspecify.annotations.NullMarked;
