package dev.fenestra.tools.conformance.kit;

/** The kit is to run random programs beside a model, and no oracle is on the path. */
public final class MissingOracleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says what to add. */
    public MissingOracleException() {
        super("no oracle is on the path: add fenestra-proof to it, or ask for 0 verbs of the oracle");
    }
}
