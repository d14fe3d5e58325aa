/** The kernel half of hns cards: queues lie in memory of the process. */
package dev.fenestra.vendor.hns.kernel;
