/** Tests of what is packaged: they run it as somebody who has nothing else. */
@NullMarked
package dev.fenestra.image;

import org.jspecify.annotations.NullMarked;
