package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.BrokenStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be written ends with exit code 1, before the work where that can be seen before. */
class UnwritableTest {
    @TempDir
    private Path folder;

    private final TestTerminal terminal = new TestTerminal();

    /**
     * If the work had begun, it would first complain about unknown rules and providers.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "conformance --rule B12 --xml FILE | there is no directory ",
                "conformance --rule B12 --html DIR | DIR is a directory, not a file to write.",
                "oracle --html FILE | there is no directory ",
                "soak --html DIR | DIR is a directory, not a file to write.",
                "explore --html FILE | there is no directory ",
                "cost --html DIR | DIR is a directory, not a file to write.",
                "bench --html FILE | there is no directory ",
                "rules --html DIR | DIR is a directory, not a file to write.",
                "devinfo --save FILE | there is no directory ",
                "resource --snapshot /no/such --save DIR | DIR is a directory, not a file to write.",
                "pingpong --capture FILE | there is no directory ",
                "demo --out TEXT | TEXT is a file, not a directory to write to.",
                "demo --out TEXT/under | the directory TEXT/under cannot be created: Not a directory.",
                "new-provider acme TEXT/under | cannot be created: Not a directory."
            })
    void shouldRefuseAPlaceThatCannotBeWrittenBeforeTheWork(String line, String reason) throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "kept");
        String[] words = filled(line, text).split(" ");

        assertEquals(1, terminal.run(words));

        Complaint.check(terminal.err.toString(), line);
        String said = terminal.err.toString();
        assertTrue(said.contains(filled(reason, text)), said);
        assertEquals("", terminal.out.toString());
        assertEquals("kept", Files.readString(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version", "rules", "devinfo", "cost --prices", "demo --help", "wqe --help"})
    void shouldEndWithOneWhenStandardOutputIsFull(String line) {
        StringWriter err = new StringWriter();
        PrintStream full = new PrintStream(new BrokenStream(3), false, StandardCharsets.UTF_8);
        Terminal broken = new Terminal(
                new PrintWriter(full),
                new PrintWriter(err),
                () -> false,
                false,
                false,
                Terminal.USUAL_COLUMNS,
                () -> 0,
                Files::newInputStream,
                new ByteArrayInputStream(new byte[0]));

        assertEquals(1, Main.run(broken, line.split(" ")));

        assertEquals(
                "fenestra: standard output cannot be written.", err.toString().strip());
    }

    @Test
    void shouldKeepTheExitCodeOfBadInputWhenNothingWasToBePrinted() {
        assertEquals(2, terminal.run("rules", "nope"));
        assertFalse(terminal.err.toString().contains("standard output"), terminal.err.toString());
    }

    private String filled(String text, Path file) {
        return text.replace("FILE", "/no/such/place/x")
                .replace("DIR", folder.toString())
                .replace("TEXT", file.toString());
    }
}
