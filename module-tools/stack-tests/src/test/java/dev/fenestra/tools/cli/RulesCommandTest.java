package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldListTheRulesOfAllLayers() {
        assertEquals(0, terminal.run("rules"));
        String out = terminal.out.toString();
        for (String rule : new String[] {"POST-1", "P3", "LIFE-3", "MEM-6", "P4", "B12"}) {
            assertTrue(out.lines().anyMatch(line -> line.startsWith(rule + " ")), rule);
        }
        assertTrue(out.endsWith(" rules, 0 without a test\n"), out);
    }

    @Test
    void shouldExplainOneRuleWithARefusal() {
        assertEquals(0, terminal.run("rules", "A7"));
        String out = terminal.out.toString();
        assertTrue(
                out.startsWith(
                        "A7: the range lies inside the window\n  violation    the range reaches beyond the window\n"),
                out);
        assertTrue(out.contains("  for example  hw-sim refused [A7] "), out);
    }

    @Test
    void shouldPrintJson() {
        assertEquals(0, terminal.run("rules", "--json", "B12"));
        String out = terminal.out.toString();
        assertTrue(out.startsWith("[\n  {\n    \"id\": \"B12\",\n"), out);
        assertTrue(out.endsWith("  }\n]\n"), out);
    }

    @Test
    void shouldWriteAPageWithAPlaceForEachRule(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("rules.html");

        assertEquals(0, terminal.run("rules", "--html", page.toString()));

        String html = Files.readString(page);
        for (String rule : new String[] {"POST-1", "P3", "LIFE-3", "MEM-6", "P4", "B12"}) {
            assertTrue(html.contains("<tr id=\"" + rule + "\">"), rule);
        }
    }

    @Test
    void shouldSayThatARuleIsNotKnown() {
        assertEquals(2, terminal.run("rules", "Z99"));
        assertEquals("fenestra: no rule Z99; fenestra rules lists all.\n", terminal.err.toString());
    }
}
