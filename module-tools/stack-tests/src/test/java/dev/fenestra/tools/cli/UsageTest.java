package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.BrokenStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldListTheCommands() {
        assertEquals(0, terminal.run("--help"));
        assertTrue(terminal.out.toString().contains("demo"));
        assertEquals("", terminal.err.toString());
    }

    @Test
    void shouldPrintHelpWhenNoCommandIsNamed() {
        assertEquals(0, terminal.run());
        TestTerminal asked = new TestTerminal();
        asked.run("--help");
        assertEquals(asked.out.toString(), terminal.out.toString());
        assertEquals("", terminal.err.toString());
    }

    @ParameterizedTest
    @CsvSource({"dmeo, demo", "rulse, rules", "rfusals, refusals", "demo --hmtl x, --html", "soak --plan 1, --plans"})
    void shouldSuggestWhatASlipMayHaveMeant(String line, String meant) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertTrue(
                terminal.err.toString().lines().toList().getFirst().endsWith(" Did you mean " + meant + "?"),
                terminal.err.toString());
    }

    @Test
    void shouldBeQuietWhenTheReaderHasHadEnough() {
        for (String reason : List.of("Broken pipe", "No space left on device")) {
            TestTerminal other = new TestTerminal();
            PrintWriter out = StandardOutput.to(new BrokenStream(0, reason), StandardCharsets.UTF_8);
            assertEquals(1, Main.run(other.terminal(out), "rules"));
            assertEquals(reason.equals("Broken pipe"), other.err.toString().isEmpty(), other.err.toString());
        }
    }

    @Test
    void shouldSayItsVersion() {
        assertEquals(0, terminal.run("--version"));
        assertTrue(terminal.out.toString().startsWith("fenestra"));
    }

    @Test
    void shouldExplainTheDemoWithItsExitCodes() {
        assertEquals(0, terminal.run("demo", "--help"));
        assertTrue(terminal.out.toString().contains("--out=DIR"));
        assertTrue(terminal.out.toString().contains("Exit codes:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyzzy", "--xyzzy", "demo --xyzzy", "demo a b", "demo --out"})
    void shouldAnswerBadUsageInThreeLines(String line) {
        int exitCode = terminal.run(line.split(" "));

        String error = terminal.err.toString();
        assertEquals(2, exitCode);
        List<String> lines = error.lines().toList();
        assertEquals(3, lines.size(), error);
        assertTrue(lines.get(0).startsWith("fenestra: ") && lines.get(0).matches(".*[.?]"), error);
        assertTrue(lines.get(1).startsWith("Usage: fenestra "), error);
        assertTrue(lines.get(2).startsWith("More: fenestra") && lines.get(2).endsWith(" --help"), error);
        assertEquals("", terminal.out.toString());
    }

    /** A command line that names its command builds only this command, by its name in the table. */
    @Test
    void shouldCallEachCommandByItsOwnName() {
        Commands.all(terminal.terminal())
                .getSubcommands()
                .forEach((name, command) -> assertTrue(
                        command.getCommandName().equals(name)
                                || List.of(command.getCommandSpec().aliases()).contains(name),
                        name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mutants", "zoo", "resource", "res", "statistic", "stat"})
    void shouldKnowACommandByItsAliasesToo(String name) {
        assertEquals(0, terminal.run(name, "--help"));
        assertTrue(terminal.out.toString().contains("Usage: fenestra "), terminal.out.toString());
    }

    @Test
    void shouldListEachCommandOnceUnderWhatItIsFor() {
        terminal.run("--help");
        List<String> lines = terminal.out.toString().lines().toList();

        Commands.all(terminal.terminal()).getSubcommands().values().stream()
                .map(command -> command.getCommandName())
                .distinct()
                .forEach(name -> assertEquals(
                        1,
                        lines.stream()
                                .filter(line -> line.matches("  " + name + "[ ,].*"))
                                .count(),
                        name));
        assertTrue(lines.indexOf("Learn") < lines.indexOf("Decode bytes"), terminal.out.toString());
        assertTrue(lines.contains("Prove"), terminal.out.toString());
    }

    /** A command line that names no command reads none of their options. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "-h", "--version", "-hV", "--xyzzy", "--hel", "--"})
    void shouldAnswerWithoutACommandAsIfItHadReadThemAll(String line) {
        String[] args = line.isEmpty() ? new String[0] : line.split(" ");
        TestTerminal whole = new TestTerminal().colored();
        TestTerminal quick = new TestTerminal().colored();

        assertEquals(Commands.all(whole.terminal()).execute(args), quick.run(args));
        assertEquals(whole.out.toString(), quick.out.toString());
        assertEquals(whole.err.toString(), quick.err.toString());
        assertFalse((quick.out.toString() + quick.err).isEmpty());
    }

    @Test
    void shouldExplainACommandByHelpToo() {
        assertEquals(0, terminal.run("help", "demo"));
        String byHelp = terminal.out.toString();
        TestTerminal other = new TestTerminal();
        other.run("demo", "--help");
        assertEquals(other.out.toString(), byHelp);
    }

    @Test
    void shouldUseColoursOnATerminalOnly() {
        TestTerminal colored = new TestTerminal().colored();
        colored.run("--help");
        terminal.run("--help");

        assertTrue(colored.out.toString().contains("\u001b["), colored.out.toString());
        assertFalse(terminal.out.toString().contains("\u001b["), terminal.out.toString());
    }

    @Test
    void shouldCompleteRulesHostsAndDefects() {
        assertEquals(0, terminal.run("completion"));
        String script = terminal.out.toString();
        for (String word : List.of("\"REG-2\"", "\"REM_ACCESS_ERR\"", "\"window-bounds\"")) {
            assertTrue(script.contains(word), word);
        }
        assertTrue(script.contains("\"alice\" \"bob\""), script);
    }

    @Test
    void shouldPrintAScriptThatCompletesEveryCommand() {
        assertEquals(0, terminal.run("completion"));
        String script = terminal.out.toString();
        assertTrue(script.contains("complete -F _complete_fenestra -o default fenestra "), script);
        Commands.all(terminal.terminal())
                .getSubcommands()
                .keySet()
                .forEach(name -> assertTrue(script.contains(name), name));
    }

    /** Each command says when it ends with which exit code, and bad usage is 2. Unknown options of bench are JMH's. */
    @Test
    void shouldDocumentTheExitCodesOfEveryCommand() {
        Commands.all(terminal.terminal()).getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty() && !List.of("help", "bench").contains(name)) {
                Map<String, String> codes =
                        command.getCommandSpec().usageMessage().exitCodeList();
                assertFalse(codes.isEmpty(), name);
                TestTerminal bad = new TestTerminal();
                assertEquals(2, bad.run(name, "--no-such-option"), name);
            }
        });
    }
}
