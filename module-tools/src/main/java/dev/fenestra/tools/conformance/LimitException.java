package dev.fenestra.tools.conformance;

/** A case needs more than the device announces. Nothing is wrong with the device: the case is skipped. */
final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LimitException(Limit limit, long announced, long needed) {
        super(String.format(
                "the device announces %s=%d, and the case needs %d %s",
                limit.announcedAs(), announced, needed, limit.what()));
    }
}
