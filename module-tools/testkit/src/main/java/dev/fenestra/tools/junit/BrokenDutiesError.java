package dev.fenestra.tools.junit;

import dev.fenestra.tools.duties.DutyFindings;
import java.util.List;
import java.util.stream.Collectors;

/** A test has not kept duties of programs; the message names each, and both places. */
public final class BrokenDutiesError extends AssertionError {
    private static final long serialVersionUID = 1L;

    BrokenDutiesError(List<DutyFindings.Counted> findings, String seed) {
        super(findings.stream()
                .map(found -> found.finding() + (found.count() == 1 ? "" : "  " + found.count() + " times\n"))
                .collect(Collectors.joining("\n", "duties were not kept (" + seed + "):\n", "")));
    }
}
