/**
 * The user half of all cards: writes requests by the tables of a format, and reads completions by them. A vendor adds
 * where rings lie and how the card is told of new requests: {@link dev.fenestra.vendor.common.user.UserVendor}. It
 * trusts the kernel half for nothing but memory.
 */
package dev.fenestra.vendor.common.user;
