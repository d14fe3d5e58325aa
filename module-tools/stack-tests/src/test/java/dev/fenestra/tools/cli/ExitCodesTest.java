package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each command ends with each exit code that it documents: a table has a row for every one of them. */
class ExitCodesTest {
    private static final String TABLE = "exit-codes.txt";
    private static final int COLUMNS = 3;
    private static final String CAPTURES = "../module-hw-sim/src/test/resources/captures";

    /** Picocli's own, which documents none. */
    private static final String HELP = "help";

    @TempDir
    private static Path shared = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    /**
     * A line of the table.
     *
     * @param run the arguments, with holes; or why nothing is run
     */
    record Row(String command, int exitCode, String run) {
        boolean isRun() {
            return !run.startsWith("- ");
        }
    }

    static List<Row> rows() throws IOException {
        try (InputStream in = Objects.requireNonNull(ExitCodesTest.class.getResourceAsStream(TABLE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", COLUMNS))
                    .map(parts -> new Row(parts[0], Integer.parseInt(parts[1]), parts[2]))
                    .toList();
        }
    }

    static List<Row> runs() throws IOException {
        return rows().stream().filter(Row::isRun).toList();
    }

    @BeforeAll
    static void prepare() throws IOException {
        Files.writeString(shared.resolve("text"), "kept");
        try (TestBench bench = TestBench.builder().hosts(1).build()) {
            bench.hosts().iterator().next().open().allocPd();
            Files.writeString(shared.resolve("s.json"), SnapshotJson.write(Snapshot.of(bench.hosts())));
        }
        Path left = shared.resolve("left");
        ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        dead.bind(UnixDomainSocketAddress.of(left));
        dead.close();
        campaign("done", "");
        campaign("found", """
            {"finding":{"item":0,"rule":"r","place":"p","text":"t","detail":"d","repeat":"./fenestra soak"}}
            """);
    }

    private static void campaign(String name, String finding) throws IOException {
        Path place = Files.createDirectory(shared.resolve(name));
        Files.writeString(place.resolve("soak-1-of-1.jsonl"), """
            {"begin":{"format":1,"command":"soak","version":"v","seed":7,"items":1,"options":{"--plans":"100"},\
            "shard":1,"of":1}}
            """ + finding + """
            {"done":{"item":0,"counts":{"plans":100}}}
            {"end":{"why":"done","items":1}}
            """);
    }

    /** {@return the exit codes that each command documents as numbers} */
    private static Map<String, Set<Integer>> documented() {
        Map<String, Set<Integer>> documented = new TreeMap<>();
        Commands.all(new TestTerminal().terminal())
                .getSubcommands()
                .values()
                .forEach(command -> add(command, documented));
        return documented;
    }

    private static void add(CommandLine command, Map<String, Set<Integer>> documented) {
        if (!command.getSubcommands().isEmpty()) {
            command.getSubcommands().values().forEach(below -> add(below, documented));
            return;
        }
        String name = command.getCommandSpec().qualifiedName().replaceFirst("^fenestra ", "");
        Set<Integer> codes = documented.computeIfAbsent(name, _ -> new TreeSet<>());
        command.getCommandSpec().usageMessage().exitCodeList().keySet().stream()
                .filter(code -> code.matches("[0-9]+"))
                .map(Integer::valueOf)
                .forEach(codes::add);
    }

    @Test
    void shouldHaveARowForEachExitCodeOfEachCommandAndNoOther() throws IOException {
        Map<String, Set<Integer>> tried = new TreeMap<>();
        rows().forEach(row ->
                tried.computeIfAbsent(row.command(), _ -> new TreeSet<>()).add(row.exitCode()));
        Map<String, Set<Integer>> documented = documented();
        assertEquals(Set.of(), documented.get(HELP));
        documented.put(HELP, Set.of(0, 2));
        assertEquals(documented, tried);
        documented.forEach((name, codes) -> assertTrue(codes.contains(2), name + " says what bad usage ends with"));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldEndWithIt(Row row) throws IOException {
        String line = row.run()
                .replace("{tmp}", folder.toString())
                .replace("{text}", shared.resolve("text").toString())
                .replace("{snapshot}", shared.resolve("s.json").toString())
                .replace("{done}", shared.resolve("done").toString())
                .replace("{found}", shared.resolve("found").toString())
                .replace("{dead}", shared.resolve("left").toString())
                .replace("{captures}", CAPTURES)
                .replace("{zeros}", "00".repeat(64));
        if (line.startsWith("EXEC ")) {
            String missing = PreloadedLibrary.missing(System.getenv());
            assumeTrue(missing.isEmpty(), missing);
        }
        boolean isFull = line.startsWith("FULL ");
        TestTerminal shown = new TestTerminal().clock(System::nanoTime);
        Terminal terminal = isFull ? shown.full() : shown.terminal();

        int exitCode = Main.run(terminal, line.replaceFirst("^(FULL|EXEC) ", "").split(" "));

        assertEquals(row.exitCode(), exitCode, () -> line + ": " + shown.out + shown.err);
        boolean isSaid = !(shown.out.toString() + shown.err).isEmpty();
        assertTrue(isSaid || row.command().equals("refusals"), "it says something");
    }
}
