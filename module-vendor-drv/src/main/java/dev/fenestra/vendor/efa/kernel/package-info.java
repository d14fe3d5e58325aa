/** The kernel half of efa cards: how their queues are made. */
package dev.fenestra.vendor.efa.kernel;
