package dev.fenestra.tools.observe.capture;

/**
 * A packet that broke a rule.
 *
 * @param rule which
 * @param packet number of the frame in the file, from 1
 * @param nanos its time, nanoseconds
 * @param text what is wrong with it, with its numbers
 */
public record PacketFinding(CaptureRule rule, int packet, long nanos, String text) {}
