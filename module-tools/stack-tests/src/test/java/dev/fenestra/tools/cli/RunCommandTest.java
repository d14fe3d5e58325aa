package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCommandTest {
    @TempDir
    private Path folder;

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldGiveTheProgramItsArgumentsAndPassItsExitCodeOn() throws IOException {
        Path file = Files.writeString(folder.resolve("Code.java"), """
            import dev.fenestra.tools.bench.TestBench;

            void main(String[] args) {
                try (var bench = TestBench.twoHosts()) {
                    System.exit(args.length == 2 && args[1].equals("--help") && bench.hosts().size() == 2 ? 7 : 8);
                }
            }
            """);

        assertEquals(7, terminal.run("run", file.toString(), "-x", "--help"));
        assertEquals("", terminal.err.toString());
    }

    @Test
    void shouldSayThatAProgramDoesNotCompile() throws IOException {
        Path file = Files.writeString(folder.resolve("Wrong.java"), "void main() { nothing(); }\n");

        assertEquals(1, terminal.run("run", file.toString()));
        assertEquals(
                "fenestra: " + file + " does not compile: see above.",
                terminal.err.toString().strip());
    }

    @Test
    void shouldNotBlameTheCompilerForAProgramThatEndsWithOne() throws IOException {
        Path file = Files.writeString(folder.resolve("One.java"), "void main() { System.exit(1); }\n");

        assertEquals(1, terminal.run("run", file.toString()));
        assertEquals("", terminal.err.toString());
        try (var files = Files.list(folder)) {
            assertEquals(1, files.count(), "nothing is left beside the source");
        }
    }

    @Test
    void shouldOpenAShellWithABench() throws IOException {
        Path file = Files.writeString(
                folder.resolve("ask.jsh"),
                "var pd = alice.allocPd()\n/exit pd.isOpen() && REMOTE_WRITE.bit() > 0 ? 7 : 8\n");

        assertEquals(7, terminal.run("shell", file.toString()));
        assertEquals("", terminal.err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/no/such.java | there is no file /no/such.java.",
                "/ | / is a directory, not a file.",
                "/dev/null | /dev/null is no Java source: its name does not end in .java."
            })
    void shouldSayInOneSentenceWhatCannotBeRun(String file, String sentence) {
        assertEquals(2, terminal.run("run", file));
        assertEquals("fenestra: " + sentence, terminal.err.toString().strip());
    }

    @Test
    void shouldAskForAFile() {
        assertEquals(2, terminal.run("run"));
        assertTrue(terminal.err.toString().contains("FILE.java"), terminal.err.toString());
    }
}
