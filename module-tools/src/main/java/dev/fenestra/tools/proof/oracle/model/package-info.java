/**
 * What keys, windows and rights mean, by the tables of the specification: an independent model, which shares nothing
 * with the stack but the vocabulary of verbs.
 */
package dev.fenestra.tools.proof.oracle.model;
