package dev.fenestra.tools.cli;

import java.util.Locale;

/** What {@code --check} does when it finds something. */
enum CheckMode {
    /** The program goes on. */
    ALL,
    /** The program ends at its first error. */
    STRICT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
