package dev.fenestra.tools.oracle;

import dev.fenestra.tools.oracle.program.Program;

/** A program in which stack and model part. */
public record Failure(Program program, Difference difference) {}
