package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/**
 * The rules of refusals that a test demands from a fake, one for each errno.
 *
 * @param errno of the refusal
 */
record FakeRule(Errno errno) implements Rule {
    @Override
    public RuleFacts facts() {
        return new RuleFacts("FAKE-1", "the test lets it pass", "the test does not let it pass", "the test", errno);
    }
}
