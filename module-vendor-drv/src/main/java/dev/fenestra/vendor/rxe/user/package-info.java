/** The user half of rxe cards: where queues lie, and how the card is told. */
package dev.fenestra.vendor.rxe.user;
