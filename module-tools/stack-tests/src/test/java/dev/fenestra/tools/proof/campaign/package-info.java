@NullMarked
package dev.fenestra.tools.proof.campaign;

import org.jspecify.annotations.NullMarked;
