package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/verbs.md names every function of the C headers, and Java that exists. */
class VerbsPageTest {
    private static final Path PAGE = Path.of("../docs/verbs.md");
    private static final Path INCLUDE = Path.of("/usr/include");
    private static final List<String> HEADERS = List.of("infiniband/verbs.h", "rdma/rdma_cma.h", "rdma/rdma_verbs.h");
    private static final List<String> PACKAGES = List.of(
            "dev.fenestra.uverbs.",
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

    private static Set<String> functions() throws IOException {
        Set<String> functions = new TreeSet<>();
        for (String header : HEADERS) {
            Matcher function = FUNCTION.matcher(Files.readString(INCLUDE.resolve(header)));
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
    void shouldMissNoFunctionOfTheHeaders() throws IOException {
        assumeTrue(
                HEADERS.stream().allMatch(header -> Files.isReadable(INCLUDE.resolve(header))),
                "the headers of libibverbs-dev and librdmacm-dev are not installed");
        Set<String> functions = functions();
        Set<String> listed = new TreeSet<>(rows().stream().map(Row::function).toList());

        Set<String> missing = new TreeSet<>(functions);
        missing.removeAll(listed);
        assertEquals(Set.of(), missing, "add these to docs/verbs.md");
        rows().stream().filter(Row::isLater).map(Row::function).forEach(listed::remove);
        listed.removeAll(functions);
        assertEquals(Set.of(), listed, "these are in no header");
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
