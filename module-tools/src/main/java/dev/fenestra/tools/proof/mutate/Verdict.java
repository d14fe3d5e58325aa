package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;

/**
 * What became of one defect.
 *
 * @param point where it was, and what
 * @param outcome what became of it
 * @param by id of the case that noticed it, or {@code the oracle}; empty when none did
 * @param seen what that said
 * @param tries how many cases were run
 */
public record Verdict(Point point, Outcome outcome, String by, String seen, int tries) {

    static Verdict unreached(Point point) {
        return new Verdict(point, Outcome.UNREACHED, "", "", 0);
    }
}
