package dev.fenestra.tools.duties;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Conformance cases are programs, too: each breaks the duties that it is listed with, and no other. */
class CaseDutiesTest {
    private static final String LISTED = "case-duties.txt";

    @Test
    void shouldBreakNoDutyThatACaseIsNotListedWith() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (ConformanceCase one : ConformanceCases.all()) {
            List<BenchCheck> checks = new ArrayList<>();
            ConformanceSuite suite = new ConformanceSuite(TestBench::twoHosts)
                    .watchedBy(bench -> checks.add(BenchCheck.of(bench, CheckSettings.ALL.atLeast(DutyLevel.ERROR))));
            CaseResult result = suite.run(one);
            TreeSet<String> duties = checks.stream()
                    .flatMap(check -> check.findings().all().stream())
                    .map(counted -> counted.finding().duty().id())
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!(result instanceof CaseResult.Skipped) && !duties.isEmpty()) {
                found.put(one.id(), String.join(", ", duties));
            }
        }
        assertEquals(listed(), found);
    }

    private static Map<String, String> listed() throws IOException {
        try (InputStream in = CaseDutiesTest.class.getResourceAsStream(LISTED)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", 3))
                    .collect(Collectors.toMap(row -> row[0], row -> row[1], (a, b) -> a, TreeMap::new));
        }
    }
}
