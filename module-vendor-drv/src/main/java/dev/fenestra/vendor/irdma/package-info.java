/** The driver of irdma cards (Intel E810). */
@NullMarked
package dev.fenestra.vendor.irdma;

import org.jspecify.annotations.NullMarked;
