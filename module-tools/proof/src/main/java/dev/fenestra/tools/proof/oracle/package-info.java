/**
 * The oracle: random programs of verbs run on the stack and, in lockstep, on a small model of the specification; the
 * first difference is shrunk to a short program and printed as code.
 */
package dev.fenestra.tools.proof.oracle;
