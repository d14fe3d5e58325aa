/** The user half of hns cards: where queues lie, and how the card is told. */
package dev.fenestra.vendor.hns.user;
