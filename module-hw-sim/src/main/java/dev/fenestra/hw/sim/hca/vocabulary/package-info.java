/**
 * The words of an HCA: what a QP, a request, a completion and an event can be. They have no numbers of a card. Each
 * format translates them to its own at its border.
 */
package dev.fenestra.hw.sim.hca.vocabulary;
