package dev.fenestra.tools.conformance;

/** Nothing can be said of the device by this case, and nothing is wrong with it: the case is skipped. */
class CaseSkippedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CaseSkippedException(String reason) {
        super(reason);
    }
}
