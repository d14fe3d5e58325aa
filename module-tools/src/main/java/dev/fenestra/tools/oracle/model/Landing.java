package dev.fenestra.tools.oracle.model;

import dev.fenestra.tools.oracle.program.Side;

/** A part of a host's memory. */
public record Landing(Side side, int offset, int length) {}
