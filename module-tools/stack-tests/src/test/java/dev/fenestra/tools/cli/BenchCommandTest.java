package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What would be lost after a quarter of an hour of measuring is refused before. */
class BenchCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    @ParameterizedTest
    @ValueSource(strings = {"--report", "--from", "--compare"})
    void shouldRefuseAFileThatIsNotThere(String option) {
        assertRefused("there is no file /no/such.", option, "/no/such");
    }

    @Test
    void shouldRefuseAPageWithoutAPlaceForFigures() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "# Speed\n");
        assertRefused("page.md, expected a place for ratios: a line ", "--report", page.toString());
        assertEquals("# Speed\n", Files.readString(page));
    }

    @Test
    void shouldMakeAPageOfEarlierFigures() throws IOException {
        Path page = folder.resolve("bench.html");

        assertEquals(0, terminal.run("bench", "--from", "../docs/performance.json", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("To let a peer reach memory: measured"), html);
        assertTrue(html.contains("register, 1 GiB: 11.4 ms"), html);
        assertTrue(html.contains("register a resident 1 GiB, against dereg"), html);
        assertTrue(html.contains("<td class=\"good\">met</td>"), html);
    }

    @Test
    void shouldSayThatNoRatioFell() throws IOException {
        int code = terminal.run("bench", "--from", run(0.46, 0.9), "--compare", run(0.5, 0.9));

        assertEquals(0, code, terminal.err.toString());
        assertTrue(terminal.out.toString().contains("| Bulk.write link=WIRE | 0.500 | 0.460 | -8 % |  |"), said());
        assertTrue(terminal.out.toString().contains("0 of 2 ratios fell by more than 10 %."), said());
    }

    @Test
    void shouldFailWhenARatioFellByMoreThanATenth() throws IOException {
        int code = terminal.run("bench", "--from", run(0.44, 2), "--compare", run(0.5, 0.9));

        assertEquals(1, code);
        assertTrue(terminal.out.toString().contains("| Bulk.write link=WIRE | 0.500 | 0.440 | -12 % | fell |"), said());
        assertTrue(terminal.out.toString().contains("| Bulk.write link=DIRECT | 0.900 | 2.00 | +122 % |  |"), said());
        assertTrue(terminal.out.toString().contains("1 of 2 ratios fell by more than 10 %."), said());
    }

    @Test
    void shouldKeepJsonApartFromTheComparison() throws IOException {
        assertEquals(1, terminal.run("bench", "--json", "--from", run(0.1, 1), "--compare", run(0.5, 1)));
        assertTrue(terminal.out.toString().startsWith("{"), said());
        assertTrue(terminal.err.toString().contains("| fell |"), terminal.err.toString());
    }

    @Test
    void shouldRefuseABaseWithoutRatios() throws IOException {
        Path base = Files.writeString(folder.resolve("base.json"), "{\"machine\": \"m\", \"figures\": []}");
        assertRefused("base.json, no figure in it has a ratio to a limit", "--compare", base.toString());
    }

    @Test
    void shouldRefuseABaseOfOtherBenchmarks() throws IOException {
        String other = Files.readString(Path.of(run(1, 1))).replace("Bulk.write", "Bulk.read");
        Path base = Files.writeString(folder.resolve("base.json"), other);

        assertEquals(2, terminal.run("bench", "--from", run(0.5, 1), "--compare", base.toString()));
        assertTrue(
                terminal.err.toString().contains("the earlier run has no ratio of a benchmark of this run"),
                terminal.err.toString());
    }

    /** A file of figures of two benchmarks, whose speeds are these shares of their limits'. */
    private String run(double wire, double direct) throws IOException {
        String figure = """
            {"benchmark": "Bulk.write", "parameters": {"link": "%s"}, "score": 1, "lowest": 1, "highest": 1,
             "unit": "ops/s", "others": {"turns": 1, "nanos": 1000, "limitNanos": %s}}\
            """;
        String text = "{\"machine\": \"m\", \"figures\": [" + figure.formatted("WIRE", wire * 1000) + ", "
                + figure.formatted("DIRECT", direct * 1000) + "]}";
        return Files.writeString(Files.createTempFile(folder, "run", ".json"), text)
                .toString();
    }

    private String said() {
        return terminal.out.toString();
    }

    private void assertRefused(String reason, String... arguments) {
        assertEquals(2, terminal.run("bench", arguments[0], arguments[1]));
        assertTrue(terminal.err.toString().contains(reason), terminal.err.toString());
    }
}
