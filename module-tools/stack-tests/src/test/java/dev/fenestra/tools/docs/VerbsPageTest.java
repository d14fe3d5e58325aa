package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/verbs.md names every function of the C headers, and Java that exists. */
class VerbsPageTest {
    private static final Path PAGE = Path.of("../docs/verbs.md");
    private static final Path INCLUDE = Path.of("/usr/include");
    private static final List<Path> PACKAGE_FOLDERS = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/pkgconfig"),
            Path.of("/usr/lib/aarch64-linux-gnu/pkgconfig"),
            Path.of("/usr/lib64/pkgconfig"));
    private static final List<String> PACKAGES = List.of(
            "dev.fenestra.uverbs.",
            "dev.fenestra.uverbs.cm.",
            "dev.fenestra.uverbs.handles.",
            "dev.fenestra.uverbs.memory.",
            "dev.fenestra.uverbs.request.",
            "dev.fenestra.ib.core.vocabulary.",
            "dev.fenestra.ib.core.cm.",
            "dev.fenestra.tools.bench.");
    private static final int LEAST_ROWS = 200;
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)`( \\\\\\*)? \\| (.*) \\| (.*) \\|");
    private static final Pattern FUNCTION = Pattern.compile("(?<!enum )\\b((?:ibv|rdma)_[a-z0-9_]+)\\s*\\(");
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.([a-z]\\w*))?`");

    /** A line of the tables. */
    private record Row(String function, boolean isLater, String java, String note) {}

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(row.group(1), row.group(2) != null, row.group(3), row.group(4)))
                .toList();
    }

    /** The functions that these headers declare or define. */
    private static Set<String> functions(List<Path> headers) throws IOException {
        Set<String> functions = new TreeSet<>();
        for (Path header : headers) {
            Matcher function = FUNCTION.matcher(Files.readString(header));
            while (function.find()) {
                functions.add(function.group(1));
            }
        }
        return functions;
    }

    @Test
    void shouldHaveOneRowForAFunctionAndAReasonWhereThereIsNoJava() throws IOException {
        List<Row> rows = rows();
        assertTrue(rows.size() >= LEAST_ROWS, rows.size() + " rows");
        Set<String> seen = new HashSet<>();
        assertEquals(
                List.of(),
                rows.stream().filter(row -> !seen.add(row.function())).toList(),
                "twice");
        assertEquals(
                List.of(),
                rows.stream()
                        .filter(row -> row.java().equals("none") && row.note().isBlank())
                        .toList(),
                "without a reason");
        assertEquals(
                List.of(),
                rows.stream()
                        .filter(row -> !row.java().equals("none") && !row.java().contains("`"))
                        .toList(),
                "without a name");
    }

    @Test
    void shouldNameClassesAndMethodsThatExist() throws IOException {
        List<String> wrong = new ArrayList<>();
        Matcher name = NAME.matcher(Files.readString(PAGE));
        while (name.find()) {
            Optional<Class<?>> type = type(name.group(1));
            String method = name.group(2);
            if (type.isEmpty() || method != null && !has(type.get(), method)) {
                wrong.add(name.group());
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldMissNoFunctionAndInventNone() throws IOException {
        Set<String> listed = rows().stream()
                .filter(row -> !row.isLater())
                .map(Row::function)
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(golden(), listed);
    }

    /** Only where the version is the one of the list, since others have more. */
    @ParameterizedTest
    @CsvSource({"ibv_, libibverbs, infiniband/verbs.h", "rdma_, librdmacm, rdma/rdma_cma.h rdma/rdma_verbs.h"})
    void shouldHaveTheFunctionsOfTheHeadersInTheList(String prefix, String library, String files) throws IOException {
        List<Path> headers = Stream.of(files.split(" ")).map(INCLUDE::resolve).toList();
        assumeTrue(isVersion44(library), "the headers of " + library + " from rdma-core 44 are not installed");
        Set<String> functions = functions(headers);
        functions.removeIf(function -> !function.startsWith(prefix));
        Set<String> expected = golden();
        expected.removeIf(function -> !function.startsWith(prefix));

        assertEquals(expected, functions);
    }

    private static Set<String> golden() throws IOException {
        try (InputStream in = Objects.requireNonNull(VerbsPageTest.class.getResourceAsStream("rdma-core-44.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean isVersion44(String library) throws IOException {
        for (Path folder : PACKAGE_FOLDERS) {
            Path file = folder.resolve(library + ".pc");
            if (Files.isReadable(file)) {
                return Files.readString(file).lines().anyMatch(line -> line.matches("Version: \\d+\\.\\d+\\.44\\..*"));
            }
        }
        return false;
    }

    private static Optional<Class<?>> type(String simpleName) {
        return PACKAGES.stream()
                .<Class<?>>flatMap(prefix -> {
                    try {
                        return Stream.of(Class.forName(prefix + simpleName));
                    } catch (ClassNotFoundException e) {
                        return Stream.empty();
                    }
                })
                .findFirst();
    }

    /** Also one that it inherits, or a default one of an interface. */
    private static boolean has(Class<?> type, String method) {
        return Arrays.stream(type.getMethods()).anyMatch(one -> one.getName().equals(method));
    }
}
