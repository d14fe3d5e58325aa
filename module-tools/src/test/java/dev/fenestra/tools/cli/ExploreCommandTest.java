package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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
        assertTrue(out.contains("bob0.post(LocalInvalidate.of(1, mr0.rkey()));"), out);
        assertTrue(out.contains("// Broken: only the present key of a type-2 window is invalidated"), out);
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
