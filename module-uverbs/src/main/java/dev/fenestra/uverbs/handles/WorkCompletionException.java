package dev.fenestra.uverbs.handles;

/** A failed completion, for a program that expected success. */
public final class WorkCompletionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Completion.Failed completion;

    WorkCompletionException(Completion.Failed completion) {
        super(completion.toString());
        this.completion = completion;
    }

    /** {@return the completion that was not a success} */
    public Completion.Failed completion() {
        return completion;
    }
}
