package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldWriteAPageForEachCommandAndTheScriptOfCompletion() throws IOException {
        assertEquals(0, terminal.run("man", "--out", folder.resolve("man").toString()));

        Set<String> expected = new TreeSet<>(Set.of("fenestra.1", "fenestra.bash"));
        Commands.all(terminal.terminal())
                .getSubcommands()
                .values()
                .forEach(command -> expected.add("fenestra-" + command.getCommandName() + ".1"));
        try (Stream<Path> files = Files.list(folder.resolve("man"))) {
            assertEquals(
                    expected,
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void shouldSayWhatTheHelpSays() {
        assertEquals(0, terminal.run("man", "devinfo"));
        String page = terminal.out.toString();
        assertTrue(page.startsWith(".TH \"FENESTRA-DEVINFO\" \"1\""), page);
        assertTrue(page.contains("\n.SH NAME\nfenestra\\-devinfo \\- Shows devices in the manner of"), page);
        assertTrue(page.contains("\n.TP\n\\fB\\-i\\fR, \\fB\\-\\-ib\\-port\\fR=\\fIPORT\\fR\nShows this"), page);
        assertTrue(page.contains("\n.SH EXIT STATUS\n.TP\n0\n"), page);
        assertTrue(page.contains("\n.TP\n255\n"), page);
    }

    @Test
    void shouldListTheCommandsInThePageOfAll() {
        assertEquals(0, terminal.run("man"));
        String page = terminal.out.toString();
        assertTrue(page.contains("\n.SH COMMANDS\n"), page);
        assertTrue(page.contains("\n.TP\n\\fBnew\\-provider\\fR\n"), page);
    }

    @Test
    void shouldRefuseAPageOfNoCommand() {
        assertEquals(2, terminal.run("man", "nothing"));
        assertTrue(terminal.err.toString().startsWith("fenestra: There is no command nothing."));
    }

    @Test
    void shouldBeUnderstoodByMan() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/groff")), "groff is missing");
        terminal.run("man", "resource");
        Path page = Files.writeString(folder.resolve("page.1"), terminal.out.toString());
        Path errors = folder.resolve("errors");
        Process groff = new ProcessBuilder("groff", "-ww", "-man", "-Tascii", page.toString())
                .redirectError(errors.toFile())
                .redirectOutput(folder.resolve("text").toFile())
                .start();
        assertTrue(groff.waitFor(60, TimeUnit.SECONDS), "it ends");
        assertEquals("", Files.readString(errors));
    }
}
