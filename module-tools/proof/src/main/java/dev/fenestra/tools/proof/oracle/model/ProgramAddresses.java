package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Target;

/** The addresses that a program means. */
final class ProgramAddresses {
    private ProgramAddresses() {}

    static long of(Machine machine, Target target) {
        return target.isAbsolute()
                ? target.offset()
                : machine.holder(target.key()).address() + target.offset();
    }

    static long of(Machine machine, Piece piece) {
        return machine.holder(piece.key()).address() + piece.offset();
    }
}
