package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * A post that the provider refused, with the request it stopped at ({@code bad_wr}). Requests before that one are
 * posted.
 */
public final class PostException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final int badIndex;

    /**
     * @param rule that the provider named, or {@link VerbsRule#POST_ACCEPTED}
     */
    PostException(int errno, Rule rule, int badIndex, String values) {
        super(Errno.of(errno), rule, values);
        this.badIndex = badIndex;
    }

    /** Index of the refused request in what was posted, from 0. */
    public int badIndex() {
        return badIndex;
    }
}
