/** Bandwidth and latency in the manner of perftest, each beside what the machine could do at most. */
package dev.fenestra.tools.measure.perf;
