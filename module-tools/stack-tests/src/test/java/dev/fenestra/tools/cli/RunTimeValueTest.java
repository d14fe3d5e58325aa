package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What shows only when a command runs that its value is bad: it is answered in one sentence, with exit code 2. */
@Timeout(60)
class RunTimeValueTest {
    private static final int BAD_INPUT = 2;
    private static final Pattern RAW =
            Pattern.compile("Exception|\\bjava\\.[a-z]|\\bdev\\.fenestra|picocli|\\tat |\\bnull\\b|Optional\\[");
    /** Stands for the file, the folder or the name. */
    private static final String VALUE = "VALUE";

    /** All that read a file. What would run for long ends because of a second value. */
    private static final List<String> READERS = List.of(
            "demo VALUE --out /no/such/place",
            "demo --faults VALUE --out /no/such/place",
            "cost --prices --costs VALUE",
            "report VALUE",
            "run VALUE",
            "capture check VALUE",
            "bench --from VALUE",
            "resource mr --snapshot VALUE",
            "statistic --snapshot VALUE",
            "devinfo --snapshot VALUE",
            "refusals --snapshot VALUE",
            "resource --attach VALUE",
            "statistic --attach VALUE",
            "devinfo --attach VALUE",
            "refusals --attach VALUE",
            "pingpong --faults VALUE",
            "serve --config VALUE",
            "serve --faults VALUE",
            "conformance --resume VALUE",
            "oracle --resume VALUE",
            "soak --resume VALUE",
            "explore --resume VALUE",
            "mutate --resume VALUE",
            "devinfo --modules VALUE",
            "conformance --modules VALUE");

    @TempDir
    private Path folder;

    private static TestTerminal run(String line, String value) {
        List<String> words = new ArrayList<>();
        for (String word : line.split(" ")) {
            words.add(word.equals(VALUE) ? value : word);
        }
        TestTerminal terminal = new TestTerminal();
        terminal.exitCode = terminal.run(words.toArray(String[]::new));
        return terminal;
    }

    private static void assertRefused(String line, String value) {
        TestTerminal terminal = run(line, value);
        String said = terminal.err.toString();
        assertEquals(BAD_INPUT, terminal.exitCode, line + " with '" + value + "': " + said);
        String sentence = said.lines().findFirst().orElse("");
        assertTrue(sentence.startsWith("fenestra: ") && sentence.endsWith("."), line + ": " + said);
        assertFalse(sentence.contains("fenestra:  "), line + ": " + said);
        assertFalse(RAW.matcher(said).find(), line + ": " + said);
        assertTrue(said.lines().count() == 1 || said.contains("Usage:"), line + ": " + said);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    static List<String> readers() {
        return READERS;
    }

    /** An empty file may be that of a campaign which was killed at once. */
    @ParameterizedTest
    @MethodSource("readers")
    void shouldRefuseAFileThatIsNotThereOrNoFileOrEmpty(String line) throws IOException {
        assertRefused(line, "");
        assertRefused(line, folder.resolve("missing").toString());
        assertRefused(line, folder.resolve("no such file").toString());
        assertRefused(line, Files.createDirectories(folder.resolve("a folder")).toString());
        if (!line.contains("--resume")) {
            assertRefused(line, file("empty", "").toString());
        }
        assertRefused(line, file("empty.java", "").resolve("below").toString());
    }

    /** Those whose file has a form. */
    static Stream<String> formed() {
        return READERS.stream().filter(line -> !line.startsWith("demo VALUE"));
    }

    @ParameterizedTest
    @MethodSource("formed")
    void shouldRefuseAFileThatIsNotWhatItShouldBe(String line) throws IOException {
        assertRefused(line, file("text", "what\n").toString());
        assertRefused(line, file("with a blank", "{\"x\": [}").toString());
        assertRefused(line, file("list", "[1, 2]").toString());
        Path binary = Files.write(folder.resolve("binary"), new byte[] {0, 1, (byte) 0xff, 'P', 'K', 3, 4});
        assertRefused(line, binary.toString());
    }

    @Test
    void shouldRefuseAFolderThatHoldsNoCampaign() throws IOException {
        String line = "campaign merge VALUE";
        assertRefused(line, "");
        assertRefused(line, folder.resolve("missing").toString());
        assertRefused(line, file("file", "x").toString());
        assertRefused(line, Files.createDirectory(folder.resolve("a b")).toString());
        for (String content : List.of("", "x", "{}", "[]", "{\"command\": 7}", "\u0000")) {
            Path shards = Files.createDirectories(folder.resolve("shards"));
            Files.writeString(shards.resolve("one.jsonl"), content);
            assertRefused(line, shards.toString());
        }
        Files.createDirectories(folder.resolve("deep/folder.jsonl"));
        assertRefused(line, folder.resolve("deep").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rules VALUE",
                "rules B12 --provider VALUE",
                "mutants VALUE",
                "man VALUE",
                "help VALUE",
                "new-provider VALUE",
                "conformance --rule VALUE",
                "conformance --provider VALUE",
                "conformance --shard VALUE",
                "oracle --provider VALUE",
                "oracle --window-type VALUE",
                "soak --provider VALUE",
                "explore --defect VALUE",
                "explore --provider VALUE",
                "cost --provider VALUE",
                "demo --provider VALUE",
                "devinfo --provider VALUE",
                "perf VALUE",
                "pingpong --keys VALUE",
                "pingpong --service VALUE",
                "pingpong --gid VALUE",
                "serve --udp VALUE",
                "mutate VALUE",
                "mutate module-hw-sim --rule VALUE",
                "wqe VALUE",
                "cqe VALUE",
                "eqe VALUE",
                "mkey VALUE",
                "cmd VALUE",
                "packet VALUE"
            })
    void shouldRefuseANameThatNothingHas(String line) {
        for (String value : List.of("", " ", "x y", "no-such-name", "\u00df", "a\nb", "%s", "x".repeat(300))) {
            assertRefused(line, value);
        }
    }

    /** Were they taken, the capture could not be written. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x y", "alice,alice", "\u00df", "a\nb", "%s", "-"})
    void shouldRefuseWhatCannotNameAHost(String value) {
        assertRefused("serve --capture /no/such/place/x --hosts VALUE", value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resource VALUE", "statistic VALUE", "refusals --host VALUE"})
    void shouldRefuseANameThatASnapshotDoesNotHave(String line) {
        Path snapshot = folder.resolve("snapshot.json");
        assertEquals(0, run("devinfo --save VALUE", snapshot.toString()).exitCode);
        for (String value : List.of("", " ", "x y", "no-such-name", "\u00df", "a\nb", "%s")) {
            assertRefused(line + " --snapshot " + snapshot, value);
        }
    }

    @Test
    void shouldNotOpenAShellWithoutItsFile() throws IOException {
        assertRefused("shell VALUE", "");
        assertRefused("shell VALUE", folder.resolve("no such file").toString());
        assertRefused("shell - VALUE", folder.toString());
    }

    @Test
    void shouldRefuseAFolderThatCannotTakeAProject() throws IOException {
        assertRefused("new-provider acme VALUE", "");
        assertRefused("new-provider acme VALUE", file("a file", "x").toString());
        assertRefused("new-provider acme VALUE", folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pingpong VALUE", "perf write_lat VALUE"})
    void shouldRefuseAHostWithoutAName(String line) {
        assertRefused(line, "");
        assertRefused(line, "  ");
    }

    /** It ends with 1, as it does when no server is there. */
    @ParameterizedTest
    @ValueSource(strings = {"pingpong VALUE", "perf write_lat VALUE"})
    void shouldSayThatAHostIsNotKnown(String line) {
        TestTerminal terminal = run(line, "no such host");
        assertEquals(1, terminal.exitCode, terminal.err.toString());
        assertTrue(terminal.err.toString().contains("no host of this name is known"), terminal.err.toString());
        assertEquals(1, terminal.err.toString().lines().count(), terminal.err.toString());
    }

    /** The file has a hole of 4 GiB. */
    @Test
    void shouldNotReadACaptureThatIsTooLongOrHasNoEnd() throws IOException {
        assertRefused("capture check VALUE", "/dev/zero");
        Path large = folder.resolve("large.pcap");
        try (FileChannel file = FileChannel.open(large, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), 1L << 32);
        }
        assertRefused("capture check VALUE", large.toString());
    }

    /** Documented otherwise: it cannot be written, or the program could not be run. */
    @Test
    void shouldSayInASentenceWhatEndsWithOne() throws IOException {
        Path text = file("a text", "x");
        for (String line : List.of("man --out VALUE", "exec --socket VALUE true", "demo --out VALUE")) {
            TestTerminal terminal = run(line, text.toString());
            assertEquals(1, terminal.exitCode, line + ": " + terminal.err);
            Complaint.check(terminal.err.toString(), line);
        }
    }

    /** Every option and parameter that is a file or a folder refuses an empty one before anything runs. */
    @Test
    void shouldRefuseAnEmptyPathWhereverAPathIsGiven() {
        Set<String> refused = new TreeSet<>();
        CommandLine root = Commands.all(new TestTerminal().terminal());
        root.getSubcommands().forEach((name, command) -> refuseEmpty(name, command, refused));
        assertTrue(refused.size() >= 40, "options: " + refused);
    }

    private static void refuseEmpty(String path, CommandLine command, Set<String> refused) {
        for (ArgSpec arg : command.getCommandSpec().options()) {
            if (Path.class.equals(arg.type())) {
                String option = ((CommandLine.Model.OptionSpec) arg).longestName();
                TestTerminal terminal = run(path + " " + option + " VALUE --no-such-option", "");
                String first = terminal.err.toString().lines().findFirst().orElse("");
                assertEquals(BAD_INPUT, terminal.exitCode, path + " " + option);
                assertTrue(first.endsWith(": '' is no file or folder."), path + " " + option + ": " + first);
                refused.add(path + " " + option);
            }
        }
        command.getSubcommands().forEach((name, sub) -> refuseEmpty(path + " " + name, sub, refused));
    }
}
