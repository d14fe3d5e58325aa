package dev.fenestra.tools.oracle;

import dev.fenestra.tools.oracle.program.Program;

/** A program in which stack and model part. */
public record Failure(Program program, Difference difference) {

    /** The program as Java statements against uverbs, with what was expected and seen at its end. */
    public String toJava() {
        return JavaText.of(this);
    }
}
