package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import dev.fenestra.tools.page.Table.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Figures as tables. */
final class FigureTables {
    private static final double HUNDRED = 100;
    private static final double TEN = 10;

    private FigureTables() {}

    /** The targets and the measured values. */
    static Table targets(List<Figure> figures) {
        return new Table(
                "",
                List.of(Cell.of("what"), Cell.number("target"), Cell.number("measured"), Cell.of("")),
                Arrays.stream(SpeedTarget.values())
                        .map(target -> row(target, target.reached(figures)))
                        .toList());
    }

    private static Row row(SpeedTarget target, OptionalDouble reached) {
        boolean isShare = target.kind == SpeedTarget.Kind.SHARE || target.kind == SpeedTarget.Kind.TIMES;
        String sign = isShare ? "x" : target.kind.unit;
        String measured = reached.isPresent() ? number(reached.getAsDouble()) + " " + sign : "not measured";
        boolean isMet = reached.isPresent() && target.isMetBy(reached.getAsDouble());
        return Row.of(
                Cell.of(target.text),
                Cell.number(number(target.goal) + " " + sign),
                Cell.number(measured),
                reached.isEmpty() ? Cell.of("") : Cell.verdict(isMet ? "met" : "missed", isMet));
    }

    /** All that was measured. */
    static Table figures(List<Figure> figures) {
        return new Table(
                "",
                List.of(
                        Cell.of("benchmark"),
                        Cell.of("parameters"),
                        Cell.number("median"),
                        Cell.number("lowest"),
                        Cell.number("highest"),
                        Cell.of("unit"),
                        Cell.number("against its limit")),
                figures.stream().map(FigureTables::row).toList());
    }

    private static Row row(Figure figure) {
        OptionalDouble share = figure.share();
        return Row.of(
                Cell.of(figure.benchmark()),
                Cell.of(figure.settings()),
                Cell.number(number(figure.score())),
                Cell.number(number(figure.lowest())),
                Cell.number(number(figure.highest())),
                Cell.of(figure.unit()),
                Cell.number(share.isPresent() ? number(share.getAsDouble()) : ""));
    }

    /** Three digits, or all before the point. */
    private static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= HUNDRED || value == Math.rint(value) ? 0 : size >= TEN ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
