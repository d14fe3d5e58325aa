/**
 * Small-scope exploration of the stack: every sequence of a few verbs on two PDs, QPs, regions and windows, and in
 * every state they lead to, every request that must be refused.
 */
package dev.fenestra.tools.proof.explorer;
