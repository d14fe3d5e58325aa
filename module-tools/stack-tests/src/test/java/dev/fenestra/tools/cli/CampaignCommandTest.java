package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class CampaignCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private String run(int expected, String line) {
        TestTerminal terminal = new TestTerminal();
        int exitCode = terminal.run(line.replace("{tmp}", folder.toString()).split(" "));
        String said = terminal.out.toString() + terminal.err;
        assertEquals(expected, exitCode, line + ": " + said);
        return said.replace(folder.toString(), "{tmp}");
    }

    /** The report of two shards is that of one run, byte for byte. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "soak --seed 3 --plans 250 --jobs 2",
                "oracle --seed 5 --verbs 11000 --window-type 2a --jobs 1",
                "explore --depth 1",
                "conformance --rule A7",
                "conformance --rule A7 --provider mlx5 --seed 4 --jobs 2"
            })
    void shouldReportShardsAsOneRun(String command) throws IOException {
        Files.createDirectories(folder.resolve("whole"));
        Files.createDirectories(folder.resolve("shards"));
        run(0, command + " --out {tmp}/whole");
        run(0, command + " --shard 1/2 --out {tmp}/shards");
        String missing = run(1, "campaign merge {tmp}/shards");
        assertTrue(missing.contains("Missing shards: 2/2"), missing);
        run(0, command + " --shard 2/2 --out {tmp}/shards");

        run(0, "campaign merge {tmp}/whole -o {tmp}/whole.json --html {tmp}/whole.html");
        run(0, "campaign merge {tmp}/shards -o {tmp}/shards.json --html {tmp}/shards.html");
        String report = Files.readString(folder.resolve("whole.json"));
        assertEquals(report, Files.readString(folder.resolve("shards.json")));
        assertEquals(Files.readString(folder.resolve("whole.html")), Files.readString(folder.resolve("shards.html")));
        assertTrue(report.contains("\"missing\": []") && !report.contains("\"counts\": {}"), report);
        assertEquals(report, run(0, "campaign merge {tmp}/shards --json"));
    }

    /** All of them take long: MutantWorkTest compares some. */
    @Test
    void shouldHuntOnlyTheDefectsOfAShard() {
        String said = run(0, "mutants --shard 1/1000 --out {tmp}/a.jsonl");

        assertTrue(said.contains("mutants, seed 0, shard 1/1000: 1 of 1 items"), said);
        assertTrue(said.contains("1 defects, 1 killed"), said);
        run(2, "mutants --dishonest --shard 1/1000 --resume {tmp}/a.jsonl");
    }

    @Test
    void shouldNotDoAgainWhatIsDone() {
        String first = run(0, "soak --plans 250 --out {tmp}/a.jsonl");
        String again = run(0, "soak --plans 250 --resume {tmp}/a.jsonl");

        assertTrue(first.contains("soak, seed 1, shard 1/1: 3 of 3 items"), first);
        assertTrue(again.contains("fenestra: 3 items were done before"), again);
        assertTrue(again.contains("250 plans"), again);
    }

    @Test
    void shouldEndWhenTheTimeIsOverAndSayHowToGoOn() throws IOException {
        TestTerminal terminal = new TestTerminal();
        long[] now = {0};
        terminal.clock(() -> now[0] += Duration.ofSeconds(1).toNanos());
        String file = folder.resolve("open file.jsonl").toString();
        int exitCode = terminal.run("soak", "--for", "5s", "--jobs", "1", "--seed", "9", "--out", file);

        String out = terminal.out.toString();
        assertEquals(0, exitCode, out + terminal.err);
        assertTrue(out.contains("To go on: ./fenestra soak --for 5s --jobs 1 --seed 9 --resume '" + file + "'"), out);
        List<String> lines = Files.readAllLines(Path.of(file));
        assertTrue(lines.getFirst().contains("\"seed\":9,\"options\":{}"), lines.getFirst());
        assertTrue(lines.getLast().startsWith("{\"end\":{\"why\":\"time\""), lines.getLast());
        assertFalse(lines.stream().noneMatch(line -> line.startsWith("{\"done\"")), out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soak --shard 0/2 | --shard takes I/N with I from 1 to N, such as 3/8, or N, or auto; not 0/2.",
                "soak --shard 3/2 | there is no shard 3 of 2.",
                "soak --resume {tmp}/none.jsonl | there is no file {tmp}/none.jsonl.",
                "soak --out {tmp}/a --resume {tmp}/a | --out and --resume both name a file: give one of them.",
                "soak --journal-digest --jobs 1 | --journal-digest is for a single run, without the options of a"
                        + " campaign.",
                "oracle --journal-digest --jobs 1 | --journal-digest is for a single run, without the options of a"
                        + " campaign.",
                "explore --defect inv-region --shard 1/2 | --defect is for a single run, without the options of a"
                        + " campaign.",
                "conformance --rule A7 --xml {tmp}/x --shard 1/2 | --xml and --html are for a single run: campaign"
                        + " merge makes the report of shards.",
                "mutate --html {tmp}/x --shard 1/2 | --html and --json are for a single run: campaign merge makes the"
                        + " report of shards.",
                "mutants window-bounds --shard 1/2 | ID is for a single run, without the options of a campaign.",
                "mutants --json --jobs 1 | --json is for a single run, without the options of a campaign.",
                "campaign merge {tmp}/none | there is no folder {tmp}/none.",
                "campaign merge {tmp} | there is no campaign in {tmp}: --out FILE.jsonl writes one."
            })
    void shouldRefuseWhatDoesNotFit(String line, String sentence) {
        String said = run(2, line);
        assertTrue(said.contains("fenestra: " + sentence), said);
    }

    @Test
    void shouldRefuseShardsOfDifferentSeeds() {
        run(0, "soak --seed 1 --plans 10 --shard 1/2 --out {tmp}/1.jsonl");
        run(0, "soak --seed 2 --plans 10 --shard 2/2 --out {tmp}/2.jsonl");
        assertEquals(
                "fenestra: {tmp}/2.jsonl is not of the same campaign as {tmp}/1.jsonl: seed 2, not 1.",
                run(2, "campaign merge {tmp}").strip());
    }

    @ParameterizedTest
    @CsvSource({"600,600", "90s,90", "30m,1800", "8h,28800", "2d,172800"})
    void shouldReadATime(String text, long seconds) {
        assertEquals(Duration.ofSeconds(seconds), new TimeConverter().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0h", "h", "-1", "8 h", "8w", "1.5h"})
    void shouldRefuseWhatIsNoTime(String text) {
        assertThrows(TypeConversionException.class, () -> new TimeConverter().convert(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1200 | 2 | 6 | 11 minutes",
                "3000 | 1 | 8 | 2 hours",
                "3000 | 2 | 8 | 4 hours",
                "300000 | 1 | 8 | 9 days"
            })
    void shouldSayBeforeAnExplorationThatItTakesLong(long millis, int devices, int depth, String amount) {
        Duration small = Duration.ofMillis(millis);
        assertEquals(
                "depth " + depth + " may take " + amount + " on one processor of this machine. --jobs and --shard I/N"
                        + " divide it, and with --out FILE.jsonl it can go on after it was stopped.",
                ExploreOutlook.extrapolated(small.toNanos(), devices, depth)
                        .sentence()
                        .orElse(""));
    }

    @Test
    void shouldSayNothingOfAShortExploration() {
        assertEquals(
                Optional.empty(), ExploreOutlook.extrapolated(500_000_000, 2, 6).sentence());
        assertEquals(Optional.empty(), ExploreOutlook.of(() -> 0, List.of(), 5).sentence());
    }
}
