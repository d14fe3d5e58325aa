package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;

/** A refused {@code rereg_mr}, with the step that refused. */
public final class ReregException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final ReregError error;

    /** The arguments break a rule. */
    ReregException(VerbsRule rule, String values) {
        super(rule, values);
        error = ReregError.ERR_INPUT;
    }

    /** The kernel refused, or the protection against forks did. */
    ReregException(ReregError error, VerbsException refused) {
        super(refused.rule(), refused.values());
        this.error = error;
        initCause(refused);
    }

    /** {@return the step that failed; it tells the state of the region} */
    public ReregError error() {
        return error;
    }
}
