/** Pages of results. */
@NullMarked
package dev.fenestra.tools.page;

import org.jspecify.annotations.NullMarked;
