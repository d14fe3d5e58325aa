package dev.fenestra.uverbs.handles;

/** A failed completion, for a program that expected success. */
public final class WorkCompletionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Completion.Failed completion;

    WorkCompletionException(Completion.Failed completion) {
        super(text(completion));
        this.completion = completion;
    }

    /** The rule comes first, as far as anybody knows it. */
    private static String text(Completion.Failed failed) {
        return String.format(
                "%s%s (wr_id=%d QP 0x%x vendor_err=%d)",
                failed.status(),
                failed.reason().isEmpty() ? "" : " " + failed.reason(),
                failed.wrId(),
                failed.qpNumber(),
                failed.vendorError());
    }

    /** {@return the completion that was not a success} */
    public Completion.Failed completion() {
        return completion;
    }
}
