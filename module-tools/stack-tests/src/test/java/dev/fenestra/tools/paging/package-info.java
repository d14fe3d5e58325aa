/** On-demand paging, through the whole stack. */
@NullMarked
package dev.fenestra.tools.paging;

import org.jspecify.annotations.NullMarked;
