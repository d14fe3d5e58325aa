package dev.fenestra.tools.measure.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerformanceReportTest {
    private static final String JMH = """
        [{"benchmark": "dev.fenestra.benchmarks.SmallMessages.write8", "mode": "thrpt",
          "primaryMetric": {"score": 9, "scoreUnit": "ops/s", "scorePercentiles": {}, "rawData": [[5e6, 7e6, 6.5e6]]},
          "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 0.01, "rawData": [[0.01, 0.01, 0.02]]},
                               "turns": {"score": 9, "rawData": [[2, 2, 2]]},
                               "nanos": {"score": 9, "rawData": [[4e6, 4e6, 4e6]]},
                               "limitNanos": {"score": 9, "rawData": [[1e6, 2e6, 2e6]]}}},
         {"benchmark": "dev.fenestra.benchmarks.Regions.register", "mode": "thrpt", "params": {"pages": "262144"},
          "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "scorePercentiles": {}, "rawData": [[1, 2, 3]]},
          "secondaryMetrics": {"turns": {"score": 9, "rawData": [[2, 2, 2]]},
                               "nanos": {"score": 9, "rawData": [[4e7, 4e8, 4e8]]},
                               "limitNanos": {"score": 9, "rawData": [[2e7, 4e6, 4e6]]}}},
         {"benchmark": "dev.fenestra.benchmarks.SmallMessages.write8Latency", "mode": "sample",
          "primaryMetric": {"score": 500, "scoreUnit": "ns/op",
             "scorePercentiles": {"50.0": 350, "90.0": 400, "99.0": 900, "99.9": 2000}}, "secondaryMetrics": {}}]
        """;
    private static final PerformanceReport REPORT = new PerformanceReport("a machine", JmhResults.parse(JMH));

    @TempDir
    private Path folder;

    @Test
    void shouldTakeTheMedianOfTheRounds() {
        Figure write = figure("SmallMessages.write8");
        assertEquals(6.5e6, write.score());
        assertEquals(5e6, write.lowest());
        assertEquals(7e6, write.highest());
    }

    @Test
    void shouldJudgeTheTargets() {
        String targets = REPORT.targets();
        assertTrue(targets.contains("1 of 16 signaled, beside a bare ring | 0.30 x | 0.50 x | met"), targets);
        assertTrue(targets.contains("bytes allocated per operation | 0 B | 0 B | met"), targets);
        assertTrue(targets.contains("register a resident 1 GiB, against dereg | 0.05 x | 0.01 x | missed"), targets);
        assertTrue(
                targets.contains("fetch-and-add, batches of 16, beside the same | 0.19 x | not measured | "), targets);
    }

    @Test
    void shouldSayHowMuchOfItsLimitAFigureReaches() {
        assertEquals(0.01, figure("Regions.register").share().orElseThrow());
    }

    @Test
    void shouldReadWhatItWrote() throws InputException {
        assertEquals(REPORT, PerformanceReport.parse(REPORT.json()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1]", "{\"machine\": \"m\"}", "nonsense"})
    void shouldRefuseWhatAreNoFigures(String json) {
        assertThrows(InputException.class, () -> PerformanceReport.parse(json));
    }

    @Test
    void shouldWriteTheSamePageAndChartsForTheSameFigures() throws IOException, InputException {
        Path page = folder.resolve("performance.md");
        Files.writeString(page, """
            a
            <!-- ratios: written by ./fenestra bench --report -->
            old
            <!-- end of ratios -->
            limits
            <!-- figures: written by ./fenestra bench --report -->
            old
            <!-- end of figures -->
            z
            """);
        REPORT.writeInto(page);
        String once = Files.readString(page);
        String chart = Files.readString(folder.resolve("performance/region-size.svg"));
        REPORT.writeInto(page);
        assertEquals(once, Files.readString(page));
        assertEquals(chart, Files.readString(folder.resolve("performance/region-size.svg")));
        assertTrue(once.startsWith("a\n") && once.endsWith("<!-- end of figures -->\nz\n"), once);
        assertTrue(once.contains("<!-- end of ratios -->\nlimits\n<!-- figures") && !once.contains("old"), once);
        assertTrue(once.indexOf("region-size.svg") > once.indexOf("limits"), once);
        assertTrue(once.lastIndexOf("message-size.svg") < once.indexOf("limits"), once);
        assertTrue(chart.contains("class=\"mark\"") && chart.endsWith("</svg>\n"), chart);
        assertEquals(REPORT, PerformanceReport.parse(Files.readString(folder.resolve("performance.json"))));
    }

    @Test
    void shouldDrawWhereTheTimeOfAWriteGoes() throws IOException, InputException {
        Figure parts = new Figure(
                "WriteParts.write8",
                Map.of(),
                1,
                1,
                1,
                "ops/s",
                Map.of(
                        "writes",
                        10.0,
                        "builderNanos",
                        250.0,
                        "doorbellNanos",
                        0.0,
                        "devicesNanos",
                        600.0,
                        "pollNanos",
                        150.0));
        Path page = folder.resolve("page.md");
        Files.writeString(
                page,
                "<!-- ratios: written by ./fenestra bench --report --><!-- end of ratios -->"
                        + "<!-- figures: written by ./fenestra bench --report --><!-- end of figures -->");

        PerformanceReport report = new PerformanceReport("a machine", List.of(parts));
        report.writeInto(page);

        assertTrue(Files.readString(page).contains("(page/write-parts.svg)"));
        String chart = Files.readString(folder.resolve("page/write-parts.svg"));
        assertTrue(chart.contains(">builder<") && chart.contains(">25.0 ns, 25 %<"), chart);
        assertTrue(chart.contains(">devices and link<") && chart.contains(">60.0 ns, 60 %<"), chart);
        assertTrue(chart.contains("width=\"420.0\"") && chart.contains("width=\"175.0\""), chart);
        assertTrue(chart.contains("prefers-color-scheme: dark"), chart);
        String html = report.html();
        assertTrue(html.contains(">60.0 ns, 60 %<") && html.contains("<td class=\"number\">60 %</td>"), html);
    }

    @Test
    void shouldNameParametersInTheSameOrderInEveryJvm() {
        Map<String, String> parameters = Map.of("size", "8", "link", "WIRE", "depth", "1", "bytes", "2");
        Figure figure = new Figure("A.b", parameters, 1, 1, 1, "ops/s", Map.of("turns", 3.0, "nanos", 4.0));

        assertEquals(
                List.of("bytes", "depth", "link", "size"),
                List.copyOf(figure.parameters().keySet()));
        assertEquals(List.of("nanos", "turns"), List.copyOf(figure.others().keySet()));
    }

    @Test
    void shouldLeaveAPageAloneThatHasNoPlaceForFigures() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "text");
        assertThrows(InputException.class, () -> REPORT.writeInto(page));
        assertEquals("text", Files.readString(page));
        assertEquals(List.of(page), Files.list(folder).toList());
    }

    private static Figure figure(String name) {
        return REPORT.figures().stream()
                .filter(one -> one.is(name, Map.of()))
                .findFirst()
                .orElseThrow();
    }
}
