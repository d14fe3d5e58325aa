package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A refused post, with the request that was refused ({@code bad_wr}). The requests before it are posted.
 */
public final class PostException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final int badIndex;

    /**
     * @param rule that the provider named, or {@link ReturnedErrno}
     */
    private PostException(Rule rule, int badIndex, String values) {
        super(rule, values);
        this.badIndex = badIndex;
    }

    /**
     * A refusal of the provider, entered in the host's log. It has the driver's name when the provider names the rule.
     * A rule whose errno is not the returned one is not named: programs in C see the returned errno only.
     *
     * @param device of the queue
     * @param queue the queue of the post
     * @param errno that the post returned
     * @param broken the provider's rule, or null when it names none
     * @param wrId of the request
     * @param values of the request
     */
    static PostException by(
            OpenDevice device,
            VerbsObject queue,
            int errno,
            @Nullable Rule broken,
            int badIndex,
            long wrId,
            String values) {
        String text = queue.name() + ", bad_wr=" + badIndex + ": " + values;
        Errno returned = Errno.of(errno);
        return broken != null && broken.facts().errno().equals(Optional.of(returned))
                ? device.logged("driver", new PostException(broken, badIndex, text), wrId)
                : device.logged("uverbs", new PostException(new ReturnedErrno(returned), badIndex, text), wrId);
    }

    /** {@return the index of the refused request in the post, from 0} */
    public int badIndex() {
        return badIndex;
    }
}
