/** Bandwidth and latency in the manner of perftest, each beside the limit of the machine. */
package dev.fenestra.tools.measure.perf;
