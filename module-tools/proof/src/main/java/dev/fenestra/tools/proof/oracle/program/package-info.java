/** Programs of verbs as values, which a model can predict, a stack can run and a person can read. */
package dev.fenestra.tools.proof.oracle.program;
