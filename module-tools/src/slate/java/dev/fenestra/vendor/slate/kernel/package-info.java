/** The kernel half: control calls to the card, pinned queues, and the verbs' words turned into the card's. */
package dev.fenestra.vendor.slate.kernel;
