/** What the halves of all cards refuse, on a card of rxe. */
package dev.fenestra.vendor.common.user;
