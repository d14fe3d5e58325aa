package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.testing.JsonReader;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();
    private final TestBench bench = TestBench.twoHosts();
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

    /** A PD with a window in it stays: EBUSY. */
    private String refusal(String host) {
        ProtectionDomain pd = bench.host(host).open().allocPd();
        pd.allocMw(MwType.TYPE_1);
        assertThrows(VerbsException.class, pd::close);
        return host + ": "
                + bench.host(host).kernel().refusals().contents().last().getLast();
    }

    @Test
    void shouldSayWhatEachHostRefusedAndWhy() {
        String alices = refusal("alice");
        String bobs = refusal("bob");
        assertEquals(0, terminal.run("refusals", "--attach", socket));
        assertEquals(alices + "\n" + bobs + "\n", terminal.out.toString());
        TestTerminal one = new TestTerminal();
        assertEquals(0, one.run("refusals", "--attach", socket, "--host", "bob"));
        assertEquals(bobs + "\n", one.out.toString());
    }

    @Test
    void shouldSelectByRuleAndReadWhatWasSaved() {
        refusal("alice");
        String rule = bench.host("alice").refusals().getLast().ruleId();
        String saved = folder.resolve("saved.json").toString();
        assertEquals(0, terminal.run("refusals", "--attach", socket, "--rule", "A7", "--save", saved));
        assertEquals("", terminal.out.toString());
        TestTerminal later = new TestTerminal();
        assertEquals(0, later.run("refusals", "--snapshot", saved, "--rule", rule, "-j"));
        String array = later.out.toString().strip();
        var row = JsonReader.object(array.substring(1, array.length() - 1));
        assertEquals(rule, row.get("rule"));
        assertEquals("alice", row.get("host"));
        assertEquals(1L, ((Number) row.get("number")).longValue());
    }

    @Test
    void shouldFollowUntilTheProgramEnds() throws InterruptedException {
        String first = refusal("alice");
        Thread follower = Thread.ofPlatform()
                .start(() -> terminal.exitCode = terminal.run("refusals", "--attach", socket, "--follow"));
        awaitLine(first);
        String second = refusal("bob");
        awaitLine(second);
        attach.close();
        assertTrue(follower.join(Patience.LIMIT), "it has not ended");
        assertEquals(0, terminal.exitCode);
        assertEquals(first + "\n" + second + "\n", terminal.out.toString());
        assertEquals("fenestra: the program has ended.\n", terminal.err.toString());
    }

    private void awaitLine(String line) {
        Patience.until("it prints " + line, () -> terminal.out.toString().contains(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "refusals | no server runs here: fenestra serve starts one, --attach SOCKET looks at another program,"
                        + " and --snapshot FILE at what"
                        + " was saved.",
                "refusals --snapshot x --follow | --follow is for a running program, and goes without --json.",
                "refusals --attach x --follow -j | --follow is for a running program, and goes without --json.",
                "refusals --attach /no/such | there is no socket /no/such."
            })
    void shouldSayInOneSentenceWhatIsWrong(String line, String sentence) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals("fenestra: " + sentence + "\n", terminal.err.toString());
    }

    @Test
    void shouldNameTheHostsThatThereAre() {
        assertEquals(2, terminal.run("refusals", "--attach", socket, "--host", "carol"));
        assertEquals("fenestra: there is no host carol, only alice, bob.\n", terminal.err.toString());
    }
}
