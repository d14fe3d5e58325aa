package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.uverbs.VerbsRule;

/**
 * The rule POST-1 of a post that returned an errno when the provider names no rule of that errno.
 *
 * @param errno that the post returned
 */
public record ReturnedErrno(Errno errno) implements Rule {
    @Override
    public RuleFacts facts() {
        RuleFacts any = VerbsRule.POST_ACCEPTED.facts();
        return new RuleFacts(any.id(), any.text(), any.violation(), any.source(), errno);
    }
}
