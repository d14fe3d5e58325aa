package dev.fenestra.tools.junit;

import dev.fenestra.tools.duties.DutyLevel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which broken duties of programs fail a test, see {@link Fenestra#check}. */
public enum Check {
    /** None: nothing is checked. */
    OFF(null),
    /** Errors: the result of the program is undefined. */
    ERRORS(DutyLevel.ERROR),
    /** Errors and warnings: the program may also depend on luck. */
    STRICT(DutyLevel.WARNING);

    private final @Nullable DutyLevel least;

    Check(@Nullable DutyLevel least) {
        this.least = least;
    }

    /** {@return the lightest level that fails a test; empty when nothing is checked} */
    Optional<DutyLevel> least() {
        return Optional.ofNullable(least);
    }
}
