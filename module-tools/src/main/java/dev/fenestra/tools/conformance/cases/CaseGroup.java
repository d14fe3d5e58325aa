package dev.fenestra.tools.conformance.cases;

import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;

/** Cases that belong together: those of one table. */
public record CaseGroup(String title, List<ConformanceCase> cases) {

    public CaseGroup {
        cases = List.copyOf(cases);
    }
}
