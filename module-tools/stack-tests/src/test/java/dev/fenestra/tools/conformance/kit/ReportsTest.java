package dev.fenestra.tools.conformance.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One result of each kind, in every form of report. */
class ReportsTest {
    private static final Deviation DECLARED = new Deviation("B2", "no <rights>");
    private static final ConformanceReport REPORT = report();

    @Test
    void shouldCountAndEscapeInXml() {
        String xml = JUnitXml.of(List.of(REPORT));
        assertTrue(
                xml.contains("<testsuite name=\"x: Group\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\">"),
                xml);
        assertTrue(
                xml.contains("<failure type=\"B1\" message=\"expected a, seen &quot;b&quot; &amp; &#39;c&#39; ?\"/>"),
                xml);
        assertTrue(xml.contains("no &lt;rights&gt;"), xml);
        assertTrue(xml.contains(">if (a &lt; b) {}</failure>"), xml);
    }

    @Test
    void shouldHideNothingOnThePage() {
        String html = ConformancePage.of(List.of(REPORT));
        assertTrue(html.contains("<b>1</b> passed</span> <span class=\"bad\"><b>1</b> failed</span>"), html);
        assertTrue(html.contains("no &lt;rights&gt;"), html);
        assertTrue(html.contains("Declared, but not seen: B3"), html);
        assertTrue(html.contains("Device and model differ in memory"), html);
    }

    @Test
    void shouldPutFailuresFirstWithTheCommandAndTheTestThatRepeatThem() {
        String html = ConformancePage.of(List.of(REPORT), (provider, id) -> Optional.of(provider + "-" + id + ".html"));

        int failures = html.indexOf("<h3>Failures</h3>");
        assertTrue(failures > 0 && failures < html.indexOf("<h3>All cases</h3>"), html);
        assertTrue(html.contains("<a class=\"step\" href=\"x-F.html\">Step by step</a>"), html);
        assertTrue(html.contains("./fenestra conformance --provider x --rule F --seed 1"), html);
        assertTrue(html.contains("<a class=\"step\" href=\"x-ORACLE.html\">Step by step</a>"), html);
        assertTrue(html.contains("void shouldPassF()"), html);
        assertTrue(html.contains("DEFAULT.withSeed(1L).withRule(&quot;F&quot;)"), html);
    }

    /** The test that the page shows, for a provider and a case that there are. */
    @Test
    void shouldRepeatACaseByTheTestThatThePageShows() {
        BenchFactory hosts =
                seed -> TestBench.builder().provider("mlx5").seed(seed).build();
        ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(1L).withRule("QUE-order");

        ConformanceReport report = Conformance.run("mlx5", hosts, options);

        assertTrue(report.isPassed());
        assertEquals(1, report.count(CaseResult.Passed.class));
    }

    @Test
    void shouldNameTheRulesAtTheEndOfTheTable() {
        String text = ReportText.of(REPORT);
        assertTrue(text.contains("FAILED F: f by B1"), text);
        assertTrue(text.contains("because B2: no <rights>"), text);
        assertTrue(text.contains("declared, but not seen: B3 (old)"), text);
        assertTrue(text.endsWith(String.format("x does not keep the rules (seed 1): B1, ORACLE-MEMORY%n")), text);
    }

    private static ConformanceReport report() {
        CaseResult.Failed excused = new CaseResult.Failed(one("D"), Set.of("B2"), "a", "b");
        List<CaseResult> results = List.of(
                new CaseResult.Passed(one("P"), List.of(), List.of(), List.of()),
                new CaseResult.Failed(one("F"), Set.of("B1"), "a", "\"b\" & 'c' \u0000"),
                new CaseResult.Deviated(excused, List.of(DECLARED)),
                new CaseResult.Skipped(one("S"), "the device lacks: all"));
        OracleResult.Finding finding =
                new OracleResult.Finding("memory", Set.of("ORACLE-MEMORY"), "1", "2", "if (a < b) {}");
        return new ConformanceReport(
                "x",
                "a device",
                1,
                List.of(new GroupResult("Group", results)),
                Optional.of(new OracleResult(1, 10, Optional.of(finding))),
                List.of(new Deviation("B3", "old")));
    }

    private static ConformanceCase one(String id) {
        return ConformanceCase.of(id, id.toLowerCase(Locale.ROOT), _ -> {});
    }
}
