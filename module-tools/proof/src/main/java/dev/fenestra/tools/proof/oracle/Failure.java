package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.program.VerbsProgram;

/** A program in which stack and model part. */
public record Failure(VerbsProgram program, Difference difference) {}
