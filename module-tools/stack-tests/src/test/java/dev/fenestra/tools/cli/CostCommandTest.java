package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldPrintTheTable() {
        assertEquals(0, terminal.run("cost", "--run-up-to", "2"));
        assertTrue(terminal.out.toString().contains("rereg translation"), terminal.out.toString());
    }

    @Test
    void shouldDrawTheChartThatTheReadmeShows() throws IOException {
        Path chart = folder.resolve("cost.svg");

        assertEquals(0, terminal.run("cost", "--run-up-to", "2", "--chart", chart.toString()));
        assertEquals(Files.readString(Path.of("..", "docs", "images", "cost.svg")), Files.readString(chart));
    }

    @Test
    void shouldShowChartTimesCountsAndPricesOnAPage() throws IOException {
        Path page = folder.resolve("cost.html");

        assertEquals(0, terminal.run("cost", "--run-up-to", "2", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("class=\"line\"") && html.contains("bind a window, 1 GiB: "), html);
        assertTrue(html.contains("rereg translation") && html.contains("kernel_transition"), html);
    }

    @Test
    void shouldListPricesWithTheirSourcesAndThoseOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("c.json"), "{\"pin_page\": {\"ns\": 77, \"source\": \"me\"}}");
        assertEquals(0, terminal.run("cost", "--prices", "--costs", file.toString()));
        String out = terminal.out.toString();
        assertTrue(out.contains("pin_page                     77 ns"), out);
        assertTrue(out.lines().anyMatch(line -> line.strip().equals("me")), out);
        assertTrue(out.contains("assumed"), out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cost --costs /no/such | there is no file /no/such.",
                "cost --costs /dev/null | /dev/null, line 1, column 1: expected a value, not the end of the text."
            })
    void shouldSayInOneSentenceWhatIsWrong(String line, String sentence) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals("fenestra: " + sentence, terminal.err.toString().strip());
        assertEquals("", terminal.out.toString());
    }
}
