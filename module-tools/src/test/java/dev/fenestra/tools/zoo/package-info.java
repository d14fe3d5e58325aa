/** The kit against every defect of the zoo, and the patcher against classes that have changed. */
@NullMarked
package dev.fenestra.tools.zoo;

import org.jspecify.annotations.NullMarked;
