package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * The rules of the fake driver, one for each errno: tests say which one is broken.
 *
 * @param errno of the refusal
 */
record FakeRule(Errno errno) implements Rule {
    static VerbsException refusal(Errno errno) {
        return new VerbsException(new FakeRule(errno), "as told");
    }

    @Override
    public RuleFacts facts() {
        return new RuleFacts("FAKE-1", "the test lets it pass", "the test does not let it pass", "the test", errno);
    }
}
