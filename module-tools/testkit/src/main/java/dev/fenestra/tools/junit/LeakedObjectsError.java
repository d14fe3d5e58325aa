package dev.fenestra.tools.junit;

import java.util.List;
import java.util.stream.Collectors;

/** A test has left objects behind; the message names each object, its holders and the line that created it. */
public final class LeakedObjectsError extends AssertionError {
    private static final long serialVersionUID = 1L;

    LeakedObjectsError(List<Leak> leaks, String seed) {
        super(leaks.stream()
                .map(Leak::toString)
                .collect(Collectors.joining("\n  ", "still alive (" + seed + "):\n  ", "")));
    }
}
