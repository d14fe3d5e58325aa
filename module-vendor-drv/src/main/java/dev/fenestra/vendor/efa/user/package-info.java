/** The user half of efa cards: where queues lie, and how the card is told. */
package dev.fenestra.vendor.efa.user;
