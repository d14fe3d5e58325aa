package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {
    @TempDir
    private Path folder;

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldSayHowToUseItAndServeUntilItIsEnded() throws InterruptedException, IOException {
        Path socket = folder.resolve("place").resolve("bridge");
        Path ready = folder.resolve("ready");
        Thread server = Thread.ofPlatform()
                .start(() -> terminal.exitCode = terminal.run(
                        "serve",
                        "--hosts",
                        "carol,dave",
                        "--socket",
                        socket.toString(),
                        "--ready-file",
                        ready.toString()));
        Patience.until(
                "the server has said how to use it, or has ended",
                () -> terminal.out.toString().contains("fenestra waits") || !server.isAlive());
        Patience.until("the file for scripts is there", () -> Files.exists(ready));
        assertEquals(socket + "\n", Files.readString(ready));
        tellSocketsApart(socket);
        TestTerminal other = new TestTerminal();
        assertEquals(0, other.run("statistic", "--attach", socket + ".attach"), other.err.toString());
        server.interrupt();
        assertTrue(server.join(Patience.LIMIT));
        assertEquals(0, terminal.exitCode, terminal.err.toString());
        String said = terminal.out.toString();
        assertTrue(said.startsWith("Hosts: carol, dave. Programs find their devices by:"), said);
        assertTrue(said.contains("    fenestra exec --socket " + socket + " --host dave -- ibv_devinfo"), said);
        for (String command : new String[] {"resource", "statistic", "devinfo -v", "refusals", "waits"}) {
            assertTrue(said.contains("    fenestra " + command + " --attach " + socket + ".attach"), said);
        }
        assertFalse(Files.exists(socket));
        assertFalse(Files.exists(ready));
    }

    /** Each names the other one, and nobody waits. */
    private static void tellSocketsApart(Path bridge) {
        for (String command : new String[] {"resource", "refusals", "waits"}) {
            TestTerminal wrong = new TestTerminal();
            assertEquals(2, wrong.run(command, "--attach", bridge.toString()), command);
            String said = wrong.err.toString();
            assertTrue(
                    said.contains(" is for programs; the socket that tells of the hosts is " + bridge + ".attach"),
                    said);
        }
        TestTerminal exec = new TestTerminal();
        assertEquals(1, exec.run("exec", "--socket", bridge + ".attach", "--", "true"));
        assertTrue(exec.err.toString().contains("; programs need the socket " + bridge + "."), exec.err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hosts a,a | 2 | fenestra: --hosts: two hosts have one name.",
                "--hosts a/b | 2 | fenestra: --hosts: a host has a name of up to 63 letters",
                "--provider nope | 1 | nope",
                "--modules /no/such | 2 | fenestra: there is no /no/such.",
                "--capture /no/such/x | 1 | there is no directory",
                "--journal /no/such/x | 1 | there is no directory",
                "--udp 192.0.2.77 | 1 | fenestra: ",
                "--gso | 2 | fenestra: --gso is about the packets of --udp.",
                "--udp 192.0.2.77 --gso | 1 | fenestra: UDP_SEGMENT "
            })
    void shouldSayInASentenceWhyItCannotServe(String options, int exitCode, String reason) {
        String line = "serve --socket " + folder.resolve("place/bridge") + " " + options;
        assertEquals(exitCode, terminal.run(line.split(" ")));
        Complaint.check(terminal.err.toString(), line);
        assertTrue(terminal.err.toString().contains(reason), terminal.err.toString());
        assertEquals("", terminal.out.toString());
    }
}
