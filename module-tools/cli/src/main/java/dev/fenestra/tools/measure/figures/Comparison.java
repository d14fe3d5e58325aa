package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import dev.fenestra.tools.page.Table.Row;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Two runs compared by their ratios: how fast each benchmark is beside its limit. A ratio is taken within one run, so
 * it says more than a rate when machines differ.
 *
 * @param lines one for each benchmark that both runs hold against a limit
 */
public record Comparison(List<Line> lines) {
    /** The part of its earlier ratio that a benchmark may lose. */
    private static final double TOLERATED = 0.10;

    /**
     * The ratio of one benchmark, then and now.
     *
     * @param name with its parameters
     * @param base speed as a share of the limit's, in the earlier run
     * @param present the same, in the later run
     */
    public record Line(String name, double base, double present) {
        /** {@return whether the ratio fell by more than a tenth} */
        public boolean hasFallen() {
            return present < base * (1 - TOLERATED);
        }
    }

    public Comparison {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a run to compare with.
     *
     * @param json figures of the earlier run
     * @throws InputException for anything else, and when none of them has a ratio
     */
    public static PerformanceReport base(String json) throws InputException {
        PerformanceReport base = PerformanceReport.parse(json);
        if (base.figures().stream().allMatch(figure -> figure.share().isEmpty())) {
            throw new InputException("no figure in it has a ratio to a limit");
        }
        return base;
    }

    /**
     * Compares two runs.
     *
     * @param base the earlier run
     * @param present the later run
     * @throws InputException when no benchmark of the later run has a ratio in the earlier one
     */
    public static Comparison of(PerformanceReport base, PerformanceReport present) throws InputException {
        List<Line> lines = present.figures().stream()
                .flatMap(figure -> base.figures().stream()
                        .filter(earlier -> earlier.benchmark().equals(figure.benchmark())
                                && earlier.parameters().equals(figure.parameters()))
                        .limit(1)
                        .flatMap(earlier -> line(earlier, figure).stream()))
                .toList();
        if (lines.isEmpty()) {
            throw new InputException("the earlier run has no ratio of a benchmark of this run");
        }
        return new Comparison(lines);
    }

    private static List<Line> line(Figure earlier, Figure figure) {
        OptionalDouble base = earlier.share();
        OptionalDouble present = figure.share();
        return base.isPresent() && present.isPresent()
                ? List.of(new Line(figure.name(), base.getAsDouble(), present.getAsDouble()))
                : List.of();
    }

    /** {@return whether a ratio fell by more than a tenth} */
    public boolean hasFallen() {
        return lines.stream().anyMatch(Line::hasFallen);
    }

    /** The ratios as a table in Markdown, then a sentence. */
    public String text() {
        Table table = new Table(
                "",
                List.of(
                        Cell.of("benchmark"),
                        Cell.number("base"),
                        Cell.number("now"),
                        Cell.number("change"),
                        Cell.of("")),
                lines.stream().map(Comparison::row).toList());
        long fallen = lines.stream().filter(Line::hasFallen).count();
        return Markdown.of(table) + "\n" + fallen + " of " + lines.size() + " ratios fell by more than 10 %.\n";
    }

    private static Row row(Line line) {
        return Row.of(
                Cell.of(line.name()),
                Cell.number(String.format(Locale.ROOT, "%.3g", line.base())),
                Cell.number(String.format(Locale.ROOT, "%.3g", line.present())),
                Cell.number(String.format(Locale.ROOT, "%+.0f %%", (line.present() / line.base() - 1) * 100)),
                Cell.of(line.hasFallen() ? "fell" : ""));
    }
}
