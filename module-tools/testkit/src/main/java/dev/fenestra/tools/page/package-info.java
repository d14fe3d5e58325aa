/** The pages of the commands: what each shows, as data, its template, and what all pages have in common. */
@JStacheConfig(type = JStacheType.STACHE, pathing = @JStachePath(prefix = "dev/fenestra/tools/page/", suffix = ".html"))
@NullMarked
package dev.fenestra.tools.page;

import io.jstach.jstache.JStacheConfig;
import io.jstach.jstache.JStachePath;
import io.jstach.jstache.JStacheType;
import org.jspecify.annotations.NullMarked;
