package dev.fenestra.hw.sim.hca.core;

/**
 * How a QP sends.
 *
 * @param psn its first PSN
 * @param ackTimeout 4.096 us * 2^n; 0 for never
 * @param retries times a request is sent again without an answer
 * @param rnrRetries times it is sent again to a receiver that was not ready; 7 for ever
 * @param depth READs and atomics outstanding
 */
public record Sending(int psn, int ackTimeout, int retries, int rnrRetries, int depth) {}
