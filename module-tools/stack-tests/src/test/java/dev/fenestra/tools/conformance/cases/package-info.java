/** What the tables of the kit must have. */
@NullMarked
package dev.fenestra.tools.conformance.cases;

import org.jspecify.annotations.NullMarked;
