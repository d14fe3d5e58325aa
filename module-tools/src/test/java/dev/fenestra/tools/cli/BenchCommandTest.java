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
    @ValueSource(strings = {"--report", "--from"})
    void shouldRefuseAFileThatIsNotThere(String option) {
        assertRefused("there is no file /no/such.", option, "/no/such");
    }

    @Test
    void shouldRefuseAPageWithoutAPlaceForFigures() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "# Speed\n");
        assertRefused("page.md, expected a place for figures: a line ", "--report", page.toString());
        assertEquals("# Speed\n", Files.readString(page));
    }

    @Test
    void shouldMakeAPageOfEarlierFigures() throws IOException {
        Path page = folder.resolve("bench.html");

        assertEquals(0, terminal.run("bench", "--from", "../docs/performance.json", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("To let a peer reach memory: measured"), html);
        assertTrue(html.contains("register, 1 GiB: 11.4 ms"), html);
        assertTrue(html.contains("<td class=\"good\">met</td>"), html);
    }

    private void assertRefused(String reason, String... arguments) {
        assertEquals(2, terminal.run("bench", arguments[0], arguments[1]));
        assertTrue(terminal.err.toString().contains(reason), terminal.err.toString());
    }
}
