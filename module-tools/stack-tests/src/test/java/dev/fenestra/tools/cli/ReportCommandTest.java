package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.demo.Demo;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.observe.report.Opening;
import dev.fenestra.tools.observe.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private static final String EMPTY = """
            {"format": "fenestra-journal", "version": 1, "title": "none", "hosts": ["a"], "dropped": 0,
             "chapters": [], "rules": [], "events": []}
            """;

    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldMakeAPageOfTheJournalOfADemo() throws IOException, InputException {
        Path journal = folder.resolve("demo.json");
        Path page = folder.resolve("demo.html");
        Path same = folder.resolve("same.html");
        assertEquals(0, terminal.run("demo", "--journal", journal.toString(), "--html", same.toString()));

        assertEquals(0, terminal.run("report", journal.toString(), "-o", page.toString()));
        JournalFile recorded = JournalFile.read(Files.readString(journal));
        assertEquals(ReportPage.of(recorded), Files.readString(page));
        assertEquals(
                ReportPage.of(recorded, Opening.lastRefusal(recorded, Demo.LESSON)),
                Files.readString(same),
                "that of the demo differs in where it opens");
    }

    @Test
    void shouldPutThePageBesideTheJournal() throws IOException {
        Path journal = Files.writeString(folder.resolve("j.json"), EMPTY);

        assertEquals(0, terminal.run("report", journal.toString()));
        assertTrue(Files.readString(folder.resolve("j.json.html")).contains("<title>none</title>"));
    }

    @Test
    void shouldSayWhereAJournalIsWrongAndWriteNothing() throws IOException {
        Path journal = Files.writeString(folder.resolve("j.json"), EMPTY.replace("1,", "7,"));

        assertEquals(2, terminal.run("report", journal.toString()));
        assertTrue(terminal.err.toString().contains("the version is 7"), terminal.err.toString());
        assertFalse(Files.exists(folder.resolve("j.json.html")));
    }

    @Test
    void shouldComplainOfAPageThatCannotBeWrittenBeforeTheDemo() {
        assertEquals(1, terminal.run("demo", "--html", folder.toString()));
        assertTrue(terminal.err.toString().contains("is a directory"), terminal.err.toString());
        assertEquals("", terminal.out.toString());
    }
}
