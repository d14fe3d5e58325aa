/** The kernel half of rxe cards: how their queues are made. */
package dev.fenestra.vendor.rxe.kernel;
