/**
 * The meaning of keys, windows and rights by the tables of the specification. The model is independent: it shares only
 * the vocabulary of verbs with the stack.
 */
package dev.fenestra.tools.proof.oracle.model;
