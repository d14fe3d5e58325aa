package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.tools.proof.mutants.Site.named;

import java.util.List;

/** Devices that refuse as they must and do not say what they compared. */
final class LieDefects {
    private static final String REASON = "it has an effect and no rule";
    private static final String SOURCE = "the provider guide: values in refusals";

    private LieDefects() {}

    static List<Defect> all() {
        return List.of(
                lie("access-key", "the key of an access", "R1", "access", "lieSecond"),
                lie("access-address", "the address of an access", "R1", "access", "lieThird"),
                lie("access-length", "the length of an access", "L6", "access", "lieFourth"),
                lie("bounds-start", "where the bounds of a key begin", "A7", "entry", "lieFirst"),
                lie("bounds-length", "how long the bounds of a key are", "R6", "entry", "lieSecond"),
                lie("bind-window", "the key of the window of a bind", "B1", "bind", "lieFirst"),
                lie("bind-region", "the key of the region of a bind", "B7", "bind", "lieSecond"),
                lie("bind-address", "the address of a bind", "B11", "bind", "lieThird"),
                lie("bind-length", "the length of a bind", "B12", "bind", "lieFourth"),
                lie("inv-key", "the key of an invalidate", "I2", "invalidate", "lieFirst"));
    }

    private static Defect lie(String id, String what, String rule, String method, String wrong) {
        return Defect.of(
                "lie-" + id,
                "a refusal lies about " + what,
                SOURCE,
                rule,
                new Patch.Redirect(named("Explain", method, REASON), "format", wrong));
    }
}
