package dev.fenestra.hw.sim.hca.observe;

/**
 * A QP whose requests do not complete.
 *
 * @param sentence what it waits for, without a full stop
 * @param isInError whether it waits for nothing, since it is in ERR
 */
public record WaitingQp(String sentence, boolean isInError) {}
