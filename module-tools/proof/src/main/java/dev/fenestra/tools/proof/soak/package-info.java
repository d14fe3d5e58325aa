/**
 * Faults on the link must not change what a reliable connection, or XRC, does: sweeps, random plans, and the smallest
 * plan that fails.
 */
package dev.fenestra.tools.proof.soak;
