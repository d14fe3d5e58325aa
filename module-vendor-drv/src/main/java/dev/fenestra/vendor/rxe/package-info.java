/** The driver of cards that look like Linux's soft-RoCE, with the hardware that it brings along. */
package dev.fenestra.vendor.rxe;
