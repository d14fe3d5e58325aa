package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class OracleCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @Test
    void itRunsAsManyVerbsAsAskedForAndCountsThem() {
        int exitCode = terminal.run("oracle", "--seed", "3", "--verbs", "2000", "--window-type", "2a");

        String out = terminal.out.toString();
        assertAll(
                () -> assertEquals(0, exitCode),
                () -> assertTrue(out.startsWith("windows of type 2a, seed 3: 2,00"), out),
                () -> assertTrue(out.contains("BIND_MW"), out));
    }

    @Test
    void bothKindsOfDevicesAreTheDefault() {
        terminal.run("oracle", "--verbs", "100");

        String out = terminal.out.toString();
        assertTrue(out.contains("type 2a") && out.contains("type 2b"), out);
    }

    @Test
    void shouldWriteAPageOfBothRuns(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("oracle.html");

        assertEquals(0, terminal.run("oracle", "--verbs", "100", "--html", page.toString()));

        String html = Files.readString(page);
        assertTrue(html.contains("windows of type 2a, seed 1: ") && html.contains("windows of type 2b"), html);
        assertFalse(Files.exists(folder.resolve("oracle.html.failures")));
    }

    @Test
    void anotherWindowTypeIsBadUsage() {
        assertEquals(2, terminal.run("oracle", "--window-type", "1"));
    }
}
