package dev.fenestra.tools.conformance.cases;

import com.google.common.base.Splitter;
import com.google.common.base.Suppliers;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Names that a published list has for cases of ours. Such a case runs once and is reported under both names. */
public final class PublishedNames {
    private static final Splitter COLUMNS = Splitter.on('|').trimResults();
    private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();
    private static final Supplier<List<Row>> ROWS = Suppliers.memoize(PublishedNames::read);
    /** A line of the table: a published id, our id, the rules that the case breaks, and its statement. */
    private record Row(String name, String id, List<String> rules, String statement) {
        static Row of(String line) {
            List<String> columns = COLUMNS.splitToList(line);
            return new Row(columns.get(0), columns.get(1), WORDS.splitToList(columns.get(2)), columns.get(3));
        }

        ConformanceCase alias(Map<String, ConformanceCase> cases) {
            ConformanceCase same = cases.get(id);
            if (same == null) {
                throw new IllegalStateException("there is no case " + id + ", which " + name + " is said to be");
            }
            return same.alias(name, statement).breaking(rules.toArray(String[]::new));
        }
    }

    private PublishedNames() {}

    /**
     * Whether a published list has another name for a case.
     *
     * @param id of the case
     * @return whether there is an alias
     */
    public static boolean has(String id) {
        return ROWS.get().stream().anyMatch(row -> row.id.equals(id));
    }

    /**
     * The aliases in some tests of the published kit, in the order of their names.
     *
     * @param cases that have an id of their own, by id
     */
    static Stream<ConformanceCase> of(Map<String, ConformanceCase> cases, String... tests) {
        List<String> wanted = List.of(tests);
        return ROWS.get().stream()
                .filter(row -> wanted.contains(row.name.substring(0, row.name.indexOf('.'))))
                .map(row -> row.alias(cases));
    }

    private static List<Row> read() {
        try (InputStream in = Objects.requireNonNull(PublishedNames.class.getResourceAsStream("published-names.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
