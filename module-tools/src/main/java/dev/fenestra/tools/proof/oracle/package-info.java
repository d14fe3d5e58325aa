/**
 * The oracle: random programs of verbs run on the stack and, in lockstep, on a small model of what the specification
 * says; the first difference is shrunk to a short program and printed as code.
 */
package dev.fenestra.tools.proof.oracle;
