package dev.fenestra.tools.proof.explorer;

/**
 * The outcome of an action.
 *
 * @param isDone whether it succeeded
 * @param text SUCCESS, a completion status, an errno, or what went wrong otherwise
 */
record ActionOutcome(boolean isDone, String text) {
    static final ActionOutcome DONE = new ActionOutcome(true, "SUCCESS");

    static ActionOutcome refused(String text) {
        return new ActionOutcome(false, text);
    }
}
