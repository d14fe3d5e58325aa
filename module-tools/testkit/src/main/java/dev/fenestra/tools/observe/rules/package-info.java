/** The rules of all layers as one table: what each demands, which class enforces it, and which tests prove it. */
package dev.fenestra.tools.observe.rules;
