/** Mutants: the stack with one defect each, and what the conformance kit says to it. */
package dev.fenestra.tools.proof.mutants;
