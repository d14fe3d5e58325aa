package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables on a screen, and elsewhere. */
class ScreenTextTest {
    private static final String TABLE = """
        NAME   WHAT IT IS
        one    a text of some words that goes on beyond the edge
        two    short
        """;

    @Test
    void shouldWrapTheLastColumnBelowItself() {
        ScreenText text = new ScreenText(new TestTerminal().screen().columns(40).terminal());
        assertEquals("""
                NAME   WHAT IT IS
                one    a text of some words that goes on
                       beyond the edge
                two    short
                """, text.table(TABLE));
    }

    @Test
    void shouldBreakAWordThatIsLongerThanTheColumn() {
        ScreenText text = new ScreenText(new TestTerminal().screen().columns(40).terminal());
        assertEquals(
                "A\n  b    " + "x".repeat(33) + "\n       " + "x".repeat(17) + "\n",
                text.fields("A\n  b    " + "x".repeat(50) + "\n", 7));
    }

    @Test
    void shouldLeaveAPipeAlone() {
        assertEquals(TABLE, new ScreenText(new TestTerminal().columns(40).terminal()).table(TABLE));
    }

    @Test
    void shouldMarkTheHeadingWhereThereAreColours() {
        String said = new ScreenText(new TestTerminal().screen().colored().terminal()).table(TABLE);
        assertTrue(said.startsWith("\u001b[1mNAME   WHAT IT IS\u001b["), said);
        assertFalse(said.substring(said.indexOf('\n')).contains("\u001b"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rules", "rules A7", "mutants inv-region"})
    void shouldFitTheScreen(String line) {
        TestTerminal terminal = new TestTerminal().screen().columns(96);
        assertEquals(0, terminal.run(line.split(" ")));
        List<String> lines = terminal.out.toString().lines().toList();
        assertTrue(lines.stream().allMatch(one -> one.length() <= 96), terminal.out.toString());
        assertTrue(lines.stream().noneMatch(one -> one.contains("\u001b")), "no colours");
    }
}
