package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The one rule of the fake driver: tests say when it is broken. */
enum FakeRule implements Rule {
    TOLD_TO_REFUSE;

    static VerbsException refusal(Errno errno) {
        return new VerbsException(errno, TOLD_TO_REFUSE, "as told");
    }

    @Override
    public RuleFacts facts() {
        return new RuleFacts("FAKE-1", "the test lets it pass", "the test does not let it pass", "the test", "as told");
    }
}
