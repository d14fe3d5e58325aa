/** The rules of all layers as one table: what each demands, who enforces it, and what proves it. */
package dev.fenestra.tools.observe.rules;
