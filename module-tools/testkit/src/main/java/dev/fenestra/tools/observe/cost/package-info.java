/** A model of what operations cost on a real host: constants with their sources, and sums. Nothing here is measured. */
package dev.fenestra.tools.observe.cost;
