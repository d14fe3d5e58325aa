/** The user half of all cards, without a card. */
package dev.fenestra.vendor.common.user;
