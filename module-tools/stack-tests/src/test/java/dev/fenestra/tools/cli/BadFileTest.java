package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a file holds that the command line is told to read, it answers in one sentence that names the file. */
class BadFileTest {
    /** More of them: {@code -Dfenestra.input.tries=4000}. */
    private static final int TRIES = Integer.getInteger("fenestra.input.tries", 60);

    private static final long SEED = Long.getLong("fenestra.fuzz.seed", 20_261_122);
    private static final int BAD_INPUT = 2;

    @TempDir
    private Path folder;

    /**
     * All options that take a file to read; those that run something are stopped by a second file that is not there.
     */
    enum Option {
        DEMO_FAULTS("demo /no/such --faults", PLAN),
        PINGPONG_FAULTS("pingpong --capture /no/such/x --faults", PLAN),
        COST_COSTS(
                "cost --prices --costs",
                "{\"pin_page\": 90, \"command\": {\"ns\": 7, \"source\": \"me\"}, \"link_gbps\": 8}"),
        SERVE_CONFIG("serve --capture /no/such/x --config", HOSTS),
        SERVE_CHECK("serve --capture /no/such/x --check-config", CHECK),
        BENCH_FROM("bench --from", FIGURES),
        RESOURCE_SNAPSHOT("resource mr --snapshot", snapshot()),
        STATISTIC_SNAPSHOT("statistic --snapshot", snapshot()),
        DEVINFO_SNAPSHOT("devinfo -v --snapshot", snapshot());

        final List<String> command;
        final byte[] good;

        Option(String command, String good) {
            this.command = List.of(command.split(" "));
            this.good = good.getBytes(StandardCharsets.UTF_8);
        }

        TestTerminal run(Path file) {
            TestTerminal terminal = new TestTerminal();
            List<String> words = new ArrayList<>(command);
            words.add(file.toString());
            terminal.exitCode = terminal.run(words.toArray(String[]::new));
            return terminal;
        }
    }

    private static final String CHECK = """
        {"least": "warning",
         "levels": {"USE-5": "advice", "USE-30": "off"},
         "known": [{"duty": "USE-2", "place": "pp_post_recv", "why": "it fills its buffer late"}]}
        """;

    private static final String PLAN = """
        {"seed": 9,
         "faults": [{"action": "delay", "opcode": "RC_RDMA_READ_REQUEST", "qp": "0x41", "psn": 12, "k": 3, "times": 2}],
         "rates": {"drop": 0.25, "max_delay_ns": 7}}
        """;
    private static final String FIGURES = """
        {"machine": "m", "figures": [{"benchmark": "A.b", "parameters": {"size": "8"}, "score": 1.5, "lowest": 1,
          "highest": 2, "unit": "ops/s", "others": {"turns": 3}}]}
        """;

    private static final String HOSTS = """
        {"provider": "mlx5", "seed": 3, "faults": {"rates": {"drop": 0.25}},
         "hosts": [{"name": "alice", "windows": "types_1_and_2a", "paging": "ranges", "iommu": true,
           "memory_bytes": 1073741824, "lock_limit_bytes": 65536, "keys": "sequential", "key_seed": 7, "link": "up",
           "driver_options": {"MLX5_SCATTER_TO_CQE": "0"}}]}
        """;

    private static String snapshot() {
        try (TestBench bench = TestBench.twoHosts()) {
            bench.host("alice").open().allocPd();
            return SnapshotJson.write(Snapshot.of(bench.hosts()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameAFileThatCannotBeRead(Option option) throws IOException {
        assertRefused(option, folder.resolve("missing"), "there is no file ");
        assertRefused(option, Files.createDirectory(folder.resolve("directory")), " is a directory, not a file.");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
        assertRefused(option, link, " is a link to nowhere.");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameAFileThatMayNotBeRead(Option option) throws IOException {
        Path secret = Files.write(folder.resolve("secret"), option.good);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("-w-------"));
        assumeFalse(Files.isReadable(secret), "root reads everything");
        assertRefused(option, secret, " cannot be read: permission denied.");
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayLineAndColumnOfWhatIsNoJson(Option option) throws IOException {
        assertRefused(option, file(""), ", line 1, column 1: expected a value, not the end of the text.");
        assertRefused(option, file(" \n\t{"), ", line 2, column 3: expected more, as brackets are open");
        assertRefused(option, file("[]"), ", line 1, column 1: expected ");
        assertRefused(option, file("{\"\u0000\": 1}"), ", line 1, column 3: expected a character");
        assertRefused(option, file("[".repeat(100_000)), ", line 1, column 65: expected at most 64 brackets");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {'{', '\n', ' ', (byte) 0xff, 0});
        assertRefused(option, binary, ", line 2, column 2: byte 0xff is no UTF-8.");
    }

    @Test
    void shouldNotReadAFileWithoutEnd() {
        assertRefused(Option.COST_COSTS, Path.of("/dev/zero"), "/dev/zero has more than 64 MiB");
    }

    /** Each is a good file with a few bytes changed: it is taken, or refused in a sentence. */
    @ParameterizedTest
    @EnumSource
    void shouldTakeOrRefuseWhateverAMutatedFileHolds(Option option) throws IOException {
        Mutator mutator = new Mutator(new SplittableRandom(SEED + option.ordinal()));
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] changed = mutator.mutate(option.good);
            Path file = Files.write(folder.resolve("mutated"), changed);
            TestTerminal terminal = option.run(file);
            String what = option + ", seed " + SEED + ", try " + i;
            if (terminal.exitCode != 0) {
                Complaint.check(terminal.err.toString(), what);
                refused++;
            }
        }
        assertTrue(refused > TRIES / 4, "most changes are noticed: " + refused);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file"), text);
    }

    private static void assertRefused(Option option, Path file, String reason) {
        TestTerminal terminal = option.run(file);
        String said = terminal.err.toString();
        assertEquals(BAD_INPUT, terminal.exitCode, said);
        Complaint.check(said, option.toString());
        assertTrue(said.contains(file.toString()) && said.contains(reason), said);
        assertFalse(terminal.out.toString().contains("Usage"), "a file is no matter of usage");
    }
}
