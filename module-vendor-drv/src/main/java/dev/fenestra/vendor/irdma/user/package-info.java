/** The user half of irdma cards: where queues lie, and how the card is told. */
@NullMarked
package dev.fenestra.vendor.irdma.user;

import org.jspecify.annotations.NullMarked;
