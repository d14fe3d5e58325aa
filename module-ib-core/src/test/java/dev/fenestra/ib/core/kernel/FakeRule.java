package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The one rule of the fake driver: tests say when it is broken. */
enum FakeRule implements Rule {
    TOLD_TO_REFUSE;

    static VerbsException refusal(Errno errno) {
        return new VerbsException(errno, TOLD_TO_REFUSE, "as told");
    }

    @Override
    public String id() {
        return "FAKE-1";
    }

    @Override
    public String text() {
        return "the test lets it pass";
    }

    @Override
    public String source() {
        return "the test";
    }

    @Override
    public String outcome() {
        return "as told";
    }
}
