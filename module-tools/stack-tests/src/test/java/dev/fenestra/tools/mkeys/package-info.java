/** Indirect mkeys through direct verbs, and null regions. */
package dev.fenestra.tools.mkeys;
