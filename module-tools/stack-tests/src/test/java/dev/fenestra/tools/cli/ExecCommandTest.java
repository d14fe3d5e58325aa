package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bridge.Shim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a script finds that exec runs. Without what programs need these tests are left out. */
class ExecCommandTest {
    @TempDir
    private Path folder;

    /** The script can start programs on all hosts of its server, and look at what they refuse. */
    @Test
    void shouldGiveAScriptAServerWithTheHostsThatItAsksFor() throws IOException {
        String missing = Shim.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        Path said = folder.resolve("said");
        String script =
                "echo $FENESTRA_HOST; cat $FENESTRA_SOCKET.d/names; test -S $FENESTRA_SOCKET.attach && echo told";
        TestTerminal terminal = new TestTerminal();

        int exitCode = terminal.run("exec", "--hosts", "carol,dave", "--", "sh", "-c", "(" + script + ") > " + said);

        assertEquals(0, exitCode, terminal.err.toString());
        assertEquals(List.of("carol", "carol", "dave", "told"), Files.readAllLines(said));
        assertTrue(terminal.err.toString().isEmpty(), terminal.err.toString());
    }
}
