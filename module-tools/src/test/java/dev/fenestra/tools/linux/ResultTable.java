package dev.fenestra.tools.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What each case came to, over all runs, as a table for docs/linux.md. */
final class ResultTable {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    private static final class Row {
        private int runs;
        private int good;
        private int repeated;
        private double seconds;
        private final Set<SoftRoce> deviations = new TreeSet<>();
    }

    /** Notes a run of a case. */
    void add(String name, boolean isGood, double seconds, LinuxPeerIT.Result result) {
        Row row = rows.computeIfAbsent(name, key -> new Row());
        row.runs++;
        row.good += isGood ? 1 : 0;
        row.repeated += result.meetings() - 1;
        row.seconds += seconds;
        row.deviations.addAll(result.deviations());
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of("| case | result | seconds | soft-RoCE |", "|---|---|---|---|"));
        rows.forEach((name, row) -> lines.add(String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %s |",
                name,
                result(row),
                row.seconds / row.runs,
                row.deviations.stream().map(one -> one.text).collect(Collectors.joining("; ")))));
        Files.write(file, lines);
    }

    private static String result(Row row) {
        String result = row.runs == 1 ? row.good == 1 ? "good" : "failed" : row.good + " of " + row.runs;
        return row.repeated == 0 ? result : result + ", " + row.repeated + " more meetings";
    }
}
