package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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
    void anotherWindowTypeIsBadUsage() {
        assertEquals(2, terminal.run("oracle", "--window-type", "1"));
    }
}
