package dev.fenestra.tools.proof.oracle.model;

/** The request for one event of a CQ, if there is one (IBA C11-31, C11-32). */
final class Notice {
    private boolean isArmed;
    private boolean isForAny;

    /** Whether a request is still open. */
    boolean isAsked() {
        return isArmed;
    }

    /** The wider one of two requests stays until it fires. */
    void ask(RuleBook book, boolean isSolicited) {
        boolean isNarrower = isSolicited && isArmed && isForAny;
        isForAny = !isSolicited || book.refuses(OracleRule.ARM_WIDER, isNarrower);
        isArmed = true;
    }

    /** A completion has come; true when it makes the event. */
    boolean fires(Expected completion) {
        boolean fires = isArmed && (isForAny || completion.isSolicited());
        isArmed = isArmed && !fires;
        return fires;
    }
}
