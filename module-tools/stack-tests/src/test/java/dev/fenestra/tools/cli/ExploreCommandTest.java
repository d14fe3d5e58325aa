package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExploreCommandTest {
    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldCountStatesAndSayThatAllInvariantsHold() {
        assertEquals(0, terminal.run("explore", "--depth", "1", "--device", "2A"));
        String out = terminal.out.toString();
        assertTrue(out.startsWith("TYPES_1_AND_2A, depth 1: 15 states, 14 edges, "), out);
        assertTrue(out.contains("all invariants hold"), out);
    }

    @Test
    void shouldShowADefectAsAProgram() {
        assertEquals(1, terminal.run("explore", "--depth", "1", "--defect", "inv-region"));
        String out = terminal.out.toString();
        assertTrue(out.contains(".localInvalidate(bobMr0.rkey())"), out);
        assertTrue(out.contains("INV_REGION: a registered region is not invalidated"), out);
    }

    @Test
    void shouldLeadFromADefectToItsReport(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("found.html");

        assertEquals(1, terminal.run("explore", "--depth", "1", "--defect", "inv-region", "--html", page.toString()));

        String html = Files.readString(page);
        String report = Files.readString(folder.resolve("found.html.failures/finding-1.html"));
        assertTrue(html.contains("href=\"found.html.failures/finding-1.html#event="), html);
        assertTrue(html.contains("./fenestra explore --device 2B --depth 1 --defect inv-region"), html);
        assertTrue(report.contains("LocalInvalidate[key=KeyName[holder=REGION, slot=0, "), report);
        assertTrue(report.contains("\"verdict\":\"WRONG\""), report);
    }

    @Test
    void shouldWriteAPageWithoutFindingsWhenAllInvariantsHold(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("fine.html");

        assertEquals(0, terminal.run("explore", "--depth", "0", "--device", "2A", "--html", page.toString()));

        assertTrue(Files.readString(page).contains("all invariants hold"));
        assertFalse(Files.exists(folder.resolve("fine.html.failures")));
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertEquals(2, terminal.run("explore", "--defect", "none"));
        assertEquals(2, terminal.run("explore", "--device", "1"));
    }

    @Test
    void shouldExplainADefectByTheCommandAndItsEarlierName() {
        assertEquals(0, terminal.run("zoo", "inv-region"));
        assertEquals(0, terminal.run("mutants", "inv-region"));
        String out = terminal.out.toString();
        assertTrue(out.contains("killed by INV-mr, case INV-mr"), out);
        assertEquals(2, terminal.run("mutants", "none"));
    }
}
