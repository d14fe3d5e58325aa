package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.program.Program;

/** A program in which stack and model part. */
public record Failure(Program program, Difference difference) {}
