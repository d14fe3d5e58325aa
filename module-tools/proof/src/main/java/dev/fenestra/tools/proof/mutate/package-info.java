/** Mutation testing of a provider: small defects in its compiled classes, one at a time, and who notices them. */
package dev.fenestra.tools.proof.mutate;
