package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;

/**
 * The verdict on one defect.
 *
 * @param point the defect and its place
 * @param outcome of the defect
 * @param by id of the case that noticed it, or {@code the oracle}; empty when none did
 * @param seen the message of that case
 * @param tries how many cases were run
 */
public record DefectVerdict(Point point, DefectOutcome outcome, String by, String seen, int tries) {

    static DefectVerdict unreached(Point point) {
        return new DefectVerdict(point, DefectOutcome.UNREACHED, "", "", 0);
    }
}
