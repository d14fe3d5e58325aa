/**
 * Proof work that outgrows one run, cut into numbered items: shards of it, a time budget, a file that keeps what is
 * done and found, and one report of many such files.
 */
package dev.fenestra.tools.proof.campaign;
