package dev.fenestra.ib.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.function.Executable;

/** What tests expect of a refused call. */
public final class Refusals {
    private Refusals() {}

    /** The call is refused by this rule, with the outcome that the rule announces. */
    public static VerbsException assertRefused(Rule rule, Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(rule.outcome(), refused.errno().name());
        return refused;
    }
}
