package dev.fenestra.tools.proof.explorer;

/**
 * The outcome of an action.
 *
 * @param isDone whether it succeeded
 * @param text SUCCESS, a completion status, an errno, or what went wrong otherwise
 */
record Outcome(boolean isDone, String text) {
    static final Outcome DONE = new Outcome(true, "SUCCESS");

    static Outcome refused(String text) {
        return new Outcome(false, text);
    }
}
