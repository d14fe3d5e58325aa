package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;

/** What the command line may say of a bad file: one sentence, in its own words. */
final class Complaint {
    private static final Pattern RAW = Pattern.compile(
            "Exception|[Jj]ackson|fasterxml|\\bjava\\.|\\tat |path \\$|JsonReader|lenient|MALFORMED|null pointer");

    private Complaint() {}

    static void check(String said, String what) {
        assertEquals(1, said.lines().count(), what + ": " + said);
        assertTrue(said.startsWith("fenestra: "), what + ": " + said);
        assertTrue(said.stripTrailing().endsWith("."), what + ": " + said);
        assertFalse(RAW.matcher(said).find(), what + ": " + said);
        assertTrue(said.chars().allMatch(c -> c == '\n' || c == '\r' || c >= ' '), what + ": " + said);
    }
}
