package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** The rule of refusals that a test demands from a fake. */
enum FakeRule implements Rule {
    TOLD;

    @Override
    public RuleFacts facts() {
        return new RuleFacts("FAKE-1", "the test lets it pass", "the test does not let it pass", "the test", "EBUSY");
    }
}
