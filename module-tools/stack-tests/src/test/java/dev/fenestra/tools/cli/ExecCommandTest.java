package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.BridgeServer;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.ProgramCheck;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyProgram;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a script finds that exec runs. Without what programs need these tests are left out. */
class ExecCommandTest {
    @TempDir
    private Path folder;

    /** The script can start programs on all hosts of its server, and look at what they refuse. */
    @Test
    void shouldGiveAScriptAServerWithTheHostsThatItAsksFor() throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
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

    @Test
    void shouldRunNoProgramBesideTheSocketOfADeadServer() throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        Path socket = folder.resolve("bridge");
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        Path ran = folder.resolve("ran");
        TestTerminal terminal = new TestTerminal();

        int exitCode = terminal.run("exec", "--socket", socket.toString(), "--", "touch", ran.toString());

        assertEquals(125, exitCode);
        String said = terminal.err.toString();
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.contains("THE SERVER IS DEAD") && said.contains("serve --socket " + socket), said);
        assertTrue(Files.notExists(ran), "the program was not run");
        assertTrue(Files.exists(socket), "what is left stays");
    }

    @Test
    void shouldSayAfterAProgramThatFailedThatItsServerHasEnded() throws IOException {
        assertEquals(125, endServerUnder("exit 3"));
    }

    @Test
    void shouldKeepTheSuccessOfAProgramWhoseServerHasEnded() throws IOException {
        assertEquals(0, endServerUnder("exit 0"));
    }

    /** Returns the exit code of an exec whose program ends in this way after its server. */
    private int endServerUnder(String end) throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        Path runs = folder.resolve("runs");
        String script = "touch " + runs + "; while test -S " + place.socket() + "; do sleep 0.02; done; " + end;
        TestTerminal terminal = new TestTerminal();
        CompletableFuture<Integer> exec;
        try (BridgeServer _ = BridgeServer.start(place, TestBench.builder(), _ -> {})) {
            exec = CompletableFuture.supplyAsync(
                    () -> terminal.run("exec", "--socket", place.socket().toString(), "--", "sh", "-c", script));
            Patience.until("the program runs", () -> Files.exists(runs));
        }
        int exitCode = exec.join();
        String said = terminal.err.toString();
        assertTrue(said.contains("HAS ENDED while the program ran"), said);
        assertTrue(said.contains(end.replace("exit", "ended with")), said);
        return exitCode;
    }

    /** One program posts a WRITE and changes its bytes; a script, which opens no device, has its own exit code. */
    @Test
    void shouldEndWith66WhenTheCheckFindsSomething() throws IOException, InterruptedException {
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        Path program = broken();
        try (BridgeServer _ = checking(place)) {
            assertEquals(66, check(place, program.toString()).exitCode());
            assertTrue(check(place, program.toString()).said().contains("USE-1 (error)"));
            Checked script = check(place, "sh", "-c", "exit 3");
            assertEquals(3, script.exitCode());
            assertTrue(script.said().contains("found nothing"), script.said());
        }
    }

    @Test
    void shouldSayThatAServerDoesNotCheck() throws IOException {
        String missing = PreloadedLibrary.missingForCheck(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        try (BridgeServer _ = BridgeServer.start(place, TestBench.builder(), _ -> {})) {
            Checked refused = check(place, "true");
            assertEquals(1, refused.exitCode());
            assertTrue(refused.said().contains("was started without --check"), refused.said());
        }
    }

    private record Checked(int exitCode, String said) {}

    private static Checked check(BridgePlace place, String... program) {
        TestTerminal terminal = new TestTerminal();
        List<String> words =
                new ArrayList<>(List.of("exec", "--socket", place.socket().toString(), "--check", "--"));
        words.addAll(List.of(program));
        return new Checked(terminal.run(words.toArray(String[]::new)), terminal.err.toString());
    }

    private static BridgeServer checking(BridgePlace place) throws IOException {
        return BridgeServer.start(
                place, TestBench.builder(), Optional.of(new ProgramCheck(CheckSettings.USUAL, _ -> {})), _ -> {});
    }

    private Path broken() throws IOException, InterruptedException {
        String missing = PreloadedLibrary.missingForCheck(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        DutyProgram program = DutyProgram.of(Duty.SENT_BYTES_STAY).stream()
                .filter(one -> one.isBroken() && one.language().equals("c"))
                .findFirst()
                .orElseThrow();
        Path source = folder.resolve("broken.c");
        Path built = folder.resolve("broken");
        Files.writeString(source, program.text());
        assertEquals(
                0,
                new ProcessBuilder("cc", "-w", "-o", built.toString(), source.toString(), "-libverbs")
                        .inheritIO()
                        .start()
                        .waitFor());
        return built;
    }
}
