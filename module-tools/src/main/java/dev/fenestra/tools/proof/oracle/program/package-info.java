/** Programs of verbs as values: what a model can predict, a stack can run, and a reader can read. */
package dev.fenestra.tools.proof.oracle.program;
