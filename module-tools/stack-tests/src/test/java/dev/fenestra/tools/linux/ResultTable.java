package dev.fenestra.tools.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What each case came to, over all runs, as tables for docs/linux.md: a line for a case, a column for each role. */
final class ResultTable {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    private static final class Row {
        private final Map<String, Cell> cells = new LinkedHashMap<>();
        private final Set<SoftRoce> deviations = new TreeSet<>();
    }

    private static final class Cell {
        private int runs;
        private int good;
        private int repeated;
        private double seconds;

        @Override
        public String toString() {
            String result = runs == 1 ? good == 1 ? "good" : "failed" : good + " of " + runs;
            String more = repeated == 0 ? "" : ", " + repeated + " more meetings";
            return String.format(Locale.ROOT, "%s, %.1f s%s", result, seconds / runs, more);
        }
    }

    /**
     * Notes a run of a case.
     *
     * @param role who does what in it
     */
    void add(String name, String role, boolean isGood, double seconds, LinuxPeerIT.Result result) {
        Row row = rows.computeIfAbsent(name, key -> new Row());
        Cell cell = row.cells.computeIfAbsent(role, key -> new Cell());
        cell.runs++;
        cell.good += isGood ? 1 : 0;
        cell.repeated += result.meetings() - 1;
        cell.seconds += seconds;
        row.deviations.addAll(result.deviations());
    }

    void write(Path file) throws IOException {
        Map<SequencedSet<String>, List<String>> tables = new LinkedHashMap<>();
        rows.forEach((name, row) -> {
            SequencedSet<String> roles = new LinkedHashSet<>(new TreeSet<>(row.cells.keySet()));
            String cells = roles.stream()
                    .map(role -> String.valueOf(row.cells.get(role)))
                    .collect(Collectors.joining(" | "));
            String notes = row.deviations.stream().map(one -> one.text).collect(Collectors.joining("; "));
            tables.computeIfAbsent(roles, key -> new ArrayList<>())
                    .add("| " + name + " | " + cells + " | " + notes + " |");
        });
        List<String> lines = new ArrayList<>();
        tables.forEach((roles, table) -> {
            lines.add("| case | " + String.join(" | ", roles) + " | soft-RoCE |");
            lines.add("|---".repeat(roles.size() + 2) + "|");
            lines.addAll(table);
            lines.add("");
        });
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }
}
