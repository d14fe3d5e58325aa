package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of attacks in docs/security.md: every attack once, and every test that it names exists. */
class SecurityPageTest {
    private static final Path PAGE = Path.of("../docs/security.md");
    private static final int ATTACKS = 33;
    private static final Pattern ROW = Pattern.compile("\\| A(\\d+) \\|(.*)\\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(should\\w+)`");
    private static final Pattern CASE = Pattern.compile("`(ATTACK-[\\w-]+)`");
    private static final String NOT_BUILT = "no test:";

    private static Map<Integer, String> rows() throws IOException {
        Map<Integer, String> rows = new HashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                int attack = Integer.parseInt(row.group(1));
                assertEquals(null, rows.put(attack, row.group(2)), "A" + attack + " has two rows");
            }
        }
        return rows;
    }

    /** The sources of all test classes, by simple name. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String module : List.of("hw-sim", "ib-core", "vendor-drv", "uverbs", "tools/stack-tests")) {
            Path root = Path.of("../module-" + module + "/src/test/java");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith("Test.java"))
                        .toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    sources.merge(name, Files.readString(file), String::concat);
                }
            }
        }
        return sources;
    }

    @Test
    void shouldHaveARowForEachOfTheAttacks() throws IOException {
        assertEquals(IntStream.rangeClosed(1, ATTACKS).boxed().collect(Collectors.toSet()), rows().keySet());
    }

    @Test
    void shouldNameATestThatExistsForEachAttackOrSayWhyThereIsNone() throws IOException {
        Map<String, String> sources = sources();
        Set<String> cases =
                ConformanceCases.all().stream().map(ConformanceCase::id).collect(Collectors.toSet());
        List<String> wrong = new ArrayList<>();
        rows().forEach((attack, text) -> {
            int named = 0;
            for (Matcher test = TEST.matcher(text); test.find(); named++) {
                String source = sources.getOrDefault(test.group(1), "");
                if (!source.contains("void " + test.group(2) + "(")) {
                    wrong.add("A" + attack + " names " + test.group() + ", which does not exist");
                }
            }
            for (Matcher one = CASE.matcher(text); one.find(); named++) {
                if (cases.stream().noneMatch(id -> id.startsWith(one.group(1)))) {
                    wrong.add("A" + attack + " names " + one.group() + ", which no case is called");
                }
            }
            if (named == 0 && !text.contains(NOT_BUILT)) {
                wrong.add("A" + attack + " names no test and gives no reason");
            }
        });
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldBeNamedByTheReadme() throws IOException {
        assertTrue(Files.readString(Path.of("../README.md")).contains("(docs/security.md)"));
    }
}
