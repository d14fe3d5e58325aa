package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every command that a page shows, and compares what is promised. CONTRIBUTING.md says how pages show commands.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DocCommandsTest {
    private static final String TABLE = "doc-commands.txt";
    private static final int COLUMNS = 3;
    private static final Path FIGURES = Path.of("../docs/performance.md");

    @TempDir
    private static Path shared = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    private static Path snapshot = Path.of("");

    /**
     * A line of the table.
     *
     * @param run the arguments to run, with holes; "-" when nothing is run
     * @param expected a part of what it prints, or why it is not run
     */
    record Row(String shown, String run, String expected) {
        boolean isRun() {
            return !run.equals("-");
        }
    }

    static List<Row> rows() throws IOException {
        try (InputStream in = Objects.requireNonNull(DocCommandsTest.class.getResourceAsStream(TABLE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", COLUMNS))
                    .map(parts -> new Row(parts[0].replace("::", "|"), parts[1], parts[2]))
                    .toList();
        }
    }

    static List<Row> runs() throws IOException {
        return rows().stream().filter(Row::isRun).toList();
    }

    private static List<DocCommand> shown() throws IOException {
        List<DocCommand> shown = new ArrayList<>();
        for (Path page : DocCommand.pages()) {
            shown.addAll(DocCommand.in(page));
        }
        return shown;
    }

    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void takeSnapshot() throws IOException {
        try (TestBench bench = scene()) {
            snapshot = Files.writeString(shared.resolve("s.json"), SnapshotJson.write(Snapshot.of(bench.hosts())));
        }
    }

    /** A host with a region, and an id of RDMA CM that listens. */
    private static TestBench scene() {
        TestBench bench = TestBench.builder().hosts(1).build();
        Context context = bench.hosts().iterator().next().open();
        context.allocPd().regMr(context.allocate(4096), AccessFlag.LOCAL_WRITE);
        CmId listening = CmChannel.open(context).createId(PortSpace.TCP, QpType.RC);
        listening.bind(CmAddress.anyIpv4(7174));
        listening.listen(1);
        return bench;
    }

    @Test
    void shouldKnowEveryCommandThatAPageShows() throws IOException {
        Map<String, DocCommand> shown = new LinkedHashMap<>();
        shown().forEach(command -> shown.put(command.text(), command));
        Set<String> known = new LinkedHashSet<>(rows().stream().map(Row::shown).toList());

        Map<String, DocCommand> unknown = new LinkedHashMap<>(shown);
        unknown.keySet().removeAll(known);
        assertTrue(unknown.isEmpty(), "add to " + TABLE + ": " + unknown.values());
        known.removeAll(shown.keySet());
        assertTrue(known.isEmpty(), "no page shows any more, take out of " + TABLE + ": " + known);
        assertTrue(rows().stream().noneMatch(row -> row.expected().isBlank()), "each has a promise or a reason");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldDoWhatThePageSays(Row row) throws IOException {
        Files.copy(FIGURES, folder.resolve("performance.md"));
        Path socket = folder.resolve("s");
        TestTerminal terminal = new TestTerminal();
        String line = row.run()
                .replace("{tmp}", folder.toString())
                .replace("{socket}", socket.toString())
                .replace("{snapshot}", snapshot.toString());

        try (TestBench bench = scene();
                Attach _ = Attach.listen(bench, socket)) {
            assertEquals(0, terminal.run(line.split(" ")), () -> line + ": " + terminal.err);
        }

        String out = terminal.out.toString();
        assertTrue(out.contains(row.expected()), () -> line + ": " + out);
        for (DocCommand command : shown()) {
            if (command.text().equals(row.shown()) && !command.output().isEmpty()) {
                assertTrue(command.isPromised(out), () -> command + ": " + out);
            }
        }
    }

    @Test
    void shouldTellPromisedOutputFromOther() {
        DocCommand command = new DocCommand(Path.of("page"), 1, "x", List.of("a", "...", "z...y"));

        assertTrue(command.isPromised("a\nb\nc\nz12y\n"));
        assertFalse(command.isPromised("b\na\nz12y\n"));
        assertFalse(command.isPromised("a\nz12\n"));
    }

    /** The page shows the figures of the file: neither was edited without the other. */
    @Test
    void shouldMakeThePageOfFiguresFromTheFigures() throws IOException {
        Path page = Files.copy(FIGURES, folder.resolve("performance.md"));
        TestTerminal terminal = new TestTerminal();

        assertEquals(0, terminal.run("bench", "--from", "../docs/performance.json", "--report", page.toString()));
        assertEquals(Files.readString(FIGURES), Files.readString(page));
    }
}
