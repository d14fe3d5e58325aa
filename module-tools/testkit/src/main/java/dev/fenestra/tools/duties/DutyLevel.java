package dev.fenestra.tools.duties;

import java.util.Locale;

/** How grave it is when a program does not keep a duty, lightest first. */
public enum DutyLevel {
    /** The program is right; another form would be safer or cheaper. */
    ADVICE,
    /** The program depends on more than the specification promises, or on luck. */
    WARNING,
    /** The program is wrong: its result is undefined. */
    ERROR;

    /** {@return the name in small letters} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
