/** Mutants: the stack with one defect each, and the verdict of the conformance kit. */
package dev.fenestra.tools.proof.mutants;
