package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import dev.fenestra.tools.testing.JsonReader;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Repeats;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** docs/json.md names each member that each command prints, and each command. */
class JsonPageTest {
    private static final Path PAGE = Path.of("..", "docs", "json.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rules | rules",
                "devinfo | devinfo",
                "resource | resource --snapshot {snapshot}; resource mr --snapshot {snapshot}; resource qp -p"
                        + " --snapshot {snapshot}",
                "statistic | statistic --snapshot {snapshot}; statistic qp --snapshot {snapshot}",
                "refusals | refusals --snapshot {snapshot}",
                "packet, wqe, cqe, eqe, mkey, cmd | packet 1100ffff00000011000000051f000003",
                "cost | cost --run-up-to 1; cost --prices",
                "perf | perf write_lat -n 5 --warm-up 0; perf write_bw -n 20 --warm-up 0",
                "mutants | mutants inv-region",
                "bench | bench --from ../docs/performance.json",
                "oracle, soak, explore, conformance | oracle --verbs 200; soak --plans 2; explore --depth 0;"
                        + " conformance --provider mlx5 --rule A7"
            })
    void shouldNameEachMemberAndNoOther(String section, String lines) throws IOException {
        Set<String> printed = new TreeSet<>();
        for (String line : lines.split("; ")) {
            Set<String> members = printed(line + " -j");
            if (Repeats.ALL) {
                assertEquals(members, printed(line + " --json"));
            }
            assertFalse(members.isEmpty(), line);
            printed.addAll(members);
        }
        Set<String> documented = documented(section);
        assertEquals(
                Set.of(),
                printed.stream()
                        .filter(member -> documented.stream().noneMatch(name -> member.matches(pattern(name))))
                        .collect(Collectors.toSet()),
                "not in the section " + section);
        assertEquals(
                Set.of(),
                documented.stream()
                        .filter(name -> printed.stream().noneMatch(member -> member.matches(pattern(name))))
                        .collect(Collectors.toSet()),
                "only in the section " + section);
    }

    @Test
    void shouldNameEachMemberOfAMergedCampaign() throws IOException {
        Files.writeString(folder.resolve("soak-1-of-3.jsonl"), """
            {"begin":{"format":1,"command":"soak","version":"v","seed":7,"items":4,"options":{"--plans":"400"},\
            "shard":1,"of":3}}
            {"finding":{"item":0,"rule":"r","place":"p","text":"t","detail":"d","repeat":"./fenestra soak"}}
            {"done":{"item":0,"counts":{"plans":100}}}
            {"end":{"why":"time","items":1}}
            """);
        TestTerminal terminal = new TestTerminal();
        assertEquals(1, terminal.run("campaign", "merge", "-j", folder.toString()), terminal.err.toString());
        Set<String> printed = members(terminal.out.toString());
        Set<String> documented = documented("campaign merge");
        assertEquals(
                documented,
                printed.stream()
                        .map(member -> member.replaceFirst("^(counts|options)\\..*", "$1.*"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private Set<String> printed(String line) throws IOException {
        TestTerminal terminal = new TestTerminal();
        assertEquals(
                0,
                terminal.run(line.replace("{snapshot}", snapshot().toString()).split(" ")),
                terminal.err.toString());
        return members(terminal.out.toString());
    }

    private static String pattern(String name) {
        return Pattern.quote(name).replace("*", "\\E.*\\Q");
    }

    /** Each command has both names of the option and a section, or stands in the last table. */
    @Test
    void shouldNameEachCommand() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> without = codes(page.substring(page.indexOf("## Commands without")), "(?m)^\\| (`[^|]+) \\|.*");
        Set<String> sections = Pattern.compile("(?m)^## (.+)$")
                .matcher(page)
                .results()
                .flatMap(found -> Arrays.stream(found.group(1).split("[, ]+")))
                .collect(Collectors.toSet());
        Map<String, CommandLine> commands =
                new TreeMap<>(Commands.all(new TestTerminal().terminal()).getSubcommands());
        commands.forEach((name, command) -> {
            Iterator<CommandLine> below = command.getSubcommands().values().iterator();
            CommandLine last = below.hasNext() ? below.next() : command;
            if (!without.contains(command.getCommandName())) {
                assertTrue(sections.contains(command.getCommandName()), name);
                assertTrue(last.getCommandSpec().optionsMap().containsKey("--json"), name);
                assertTrue(last.getCommandSpec().optionsMap().containsKey("-j"), name);
            }
        });
        assertTrue(commands.keySet().containsAll(without), without.toString());
    }

    static Set<String> documented(String section) throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("\n## " + section + "\n");
        assertTrue(start >= 0, section);
        return codes(page.substring(start, page.indexOf("\n## ", start + 1)), "(?m)^\\| (`[^|]+) \\|.*");
    }

    private static Set<String> codes(String text, String row) {
        Set<String> codes = new TreeSet<>();
        Matcher rows = Pattern.compile(row).matcher(text);
        while (rows.find()) {
            CODE.matcher(rows.group(1)).results().forEach(found -> codes.add(found.group(1)));
        }
        return codes;
    }

    /** The members of a document. */
    static Set<String> members(String json) {
        Set<String> members = new TreeSet<>();
        collect(JsonReader.value(json), "", members);
        return members;
    }

    private static void collect(@Nullable Object value, String path, Set<String> paths) {
        switch (value) {
            case null -> paths.add(path);
            case Map<?, ?> object ->
                object.forEach(
                        (name, member) -> collect(member, path.isEmpty() ? name.toString() : path + "." + name, paths));
            case List<?> array -> each(array, path.isEmpty() ? "" : path + "[]", paths);
            default -> paths.add(path);
        }
    }

    /** An empty array has its name, too. */
    private static void each(List<?> array, String path, Set<String> paths) {
        if (array.isEmpty()) {
            paths.add(path);
        }
        array.forEach(element -> collect(element, path, paths));
    }

    /** Of two hosts with a connected pair, and with a refusal. */
    private Path snapshot() throws IOException {
        Path file = folder.resolve("snapshot.json");
        try (TestBench bench = TestBench.twoHosts()) {
            Pair pair = new Pair(bench);
            pair.alice()
                    .attempt(RdmaWrite.of(
                            1,
                            new RemoteBuffer(pair.bob().region().address(), 8, 0x12345678),
                            pair.alice().region().slice(0, 8)));
            assertThrows(
                    PostException.class,
                    () -> pair.bob()
                            .qp()
                            .post(Send.of(2, pair.bob().region().slice(0, 4096)).inlined()));
            Files.writeString(file, SnapshotJson.write(Snapshot.of(bench.hosts())));
        }
        return file;
    }
}
