package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.testing.JsonReader;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.WorkCompletionException;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs of a program, as another process follows them. */
class TraceCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();
    private final TestBench bench = TestBench.twoHosts();
    private final Context bob = bench.host("bob").openIn("server");
    private String socket = "";
    private Attach attach;

    @BeforeEach
    void listen() {
        socket = folder.resolve("s").toString();
        attach = Attach.listen(bench, Path.of(socket));
    }

    @AfterEach
    void close() {
        attach.close();
        bench.close();
    }

    /** Follows until the program ends, which it does after the work. */
    private String follow(Runnable work, String... options) throws InterruptedException {
        String[] line = new String[options.length + 3];
        line[0] = "trace";
        line[1] = "--attach";
        line[2] = socket;
        System.arraycopy(options, 0, line, 3, options.length);
        Thread follower = Thread.ofPlatform().start(() -> terminal.exitCode = terminal.run(line));
        // A PD that comes and goes shows that the follower is there.
        Patience.until("the trace shows a call", () -> {
            try (ProtectionDomain seen = bob.allocPd()) {
                assertTrue(seen.isOpen());
            }
            assertThrows(VerbsException.class, () -> bob.gid(99));
            return !terminal.out.toString().isEmpty();
        });
        work.run();
        attach.close();
        assertTrue(follower.join(Patience.LIMIT), "it has not ended");
        assertEquals(0, terminal.exitCode, terminal.err::toString);
        assertEquals("fenestra: the program has ended.\n", terminal.err.toString());
        return terminal.out.toString();
    }

    private void refuse() {
        ProtectionDomain pd = bob.allocPd();
        pd.allocMw(MwType.TYPE_1);
        assertThrows(VerbsException.class, pd::close);
        Patience.until("the last call is shown", () -> terminal.out.toString().contains("LIFE-"));
    }

    @Test
    void shouldShowEachCallWithArgumentsResultAndRule() throws InterruptedException {
        List<String> lines = follow(this::refuse).lines().toList();
        String call = lines.stream()
                .filter(it -> it.contains("alloc_mw("))
                .findFirst()
                .orElseThrow();
        assertTrue(call.matches("\\d+\\.\\d{9} bob server\\(\\d+\\) alloc_mw\\(.+\\) = 0"), call);
        String last = lines.getLast();
        assertTrue(
                last.matches(
                        "\\d+\\.\\d{9} bob server\\(\\d+\\) dealloc_pd\\(handle=\\d+\\) = -1 EBUSY \\[LIFE-\\d] .*"),
                last);
    }

    @Test
    void shouldShowWhatACardRefuses() throws InterruptedException {
        String said = follow(
                () -> {
                    QpPair pair = bench.pair(bench.host("alice").open(), bob);
                    MemoryRegion closed = pair.other().pd().regMr(bob.allocate(64));
                    RdmaWrite write =
                            RdmaWrite.of(1, closed.remote(), pair.one().region().slice(0, 64));
                    assertThrows(WorkCompletionException.class, () -> pair.one().perform(write));
                    Patience.until(
                            "the refusal is shown",
                            () -> terminal.out.toString().contains("[R4]"));
                },
                "--failed");
        assertTrue(
                said.lines().anyMatch(it -> it.contains("bob server(") && it.contains("--- hw-sim refused [R4]")),
                said);
        assertFalse(said.contains("= 0\n"), said);
    }

    @Test
    void shouldLeaveOutOtherHostsAndPrintJson() throws InterruptedException {
        String said = follow(
                () -> {
                    bench.host("alice").open().allocPd();
                    refuse();
                },
                "--host",
                "bob",
                "-j");
        assertFalse(said.contains("\"alice\""), said);
        var last = JsonReader.object(said.lines().toList().getLast());
        assertEquals("dealloc_pd", last.get("call"));
        assertEquals("EBUSY", last.get("outcome"));
        assertEquals("server", last.get("process"));
    }

    @Test
    void shouldGoWhenNobodyListens() {
        attach.close();
        assertFalse(Files.exists(Path.of(socket + ".t")));
        assertEquals(2, terminal.run("trace", "--attach", socket));
        assertEquals("fenestra: there is no socket " + socket + ".\n", terminal.err.toString());
    }

    @Test
    void shouldEndWhenItsOutputCannotBeWritten() throws InterruptedException {
        Terminal full = terminal.clock(System::nanoTime).full();
        Thread follower =
                Thread.ofPlatform().start(() -> terminal.exitCode = Main.run(full, "trace", "--attach", socket));
        Patience.until("the follower has written a call", () -> {
            bob.allocPd().close();
            return !follower.isAlive();
        });
        assertTrue(follower.join(Patience.LIMIT), "it has not ended");
        assertEquals(1, terminal.exitCode, terminal.err::toString);
    }
}
