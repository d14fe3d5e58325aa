package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.SystemCall;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a whole demo took.
 *
 * @param acts how many acts were played
 * @param bytes of the file
 * @param packets sent, per host
 * @param transitions system calls, per host
 * @param binds windows bound
 * @param registering what registering the region cost bob
 * @param binding what all binds, unbinds and invalidates together cost bob
 */
public record Summary(
        int acts,
        long bytes,
        SequencedMap<String, Long> packets,
        SequencedMap<String, Map<SystemCall, Long>> transitions,
        int binds,
        Cost registering,
        Cost binding) {}
