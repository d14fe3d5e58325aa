package dev.fenestra.tools.measure.chart;

import dev.fenestra.tools.page.Chart;
import dev.fenestra.tools.page.Styles;
import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A chart of growth as SVG. Both axes are logarithmic, and each series is a line. The same points always give the
 * same bytes.
 *
 * @param title above it
 * @param horizontal scale of the horizontal axis
 * @param across what the horizontal axis counts
 * @param vertical scale of the vertical axis
 * @param up what the vertical axis measures
 * @param series at most four
 */
public record LineChart(String title, Scale horizontal, String across, Scale vertical, String up, List<Series> series)
        implements Diagram {
    private static final int MOST_APART = 200;

    public LineChart {
        series = List.copyOf(series);
    }

    /** A chart of numbers. */
    public LineChart(String title, String across, String up, List<Series> series) {
        this(title, Scale.COUNT, across, Scale.COUNT, up, series);
    }

    /**
     * A line.
     *
     * @param points by growing {@code x}, all values above 0
     */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        private OptionalDouble at(double x) {
            return points.stream()
                    .filter(point -> point.x() == x)
                    .mapToDouble(Point::y)
                    .findFirst();
        }
    }

    public record Point(double x, double y) {}

    @Override
    public boolean isDrawn() {
        return series.stream().anyMatch(one -> !one.points().isEmpty());
    }

    @Override
    public String svg() {
        return picture(Optional.of(Styles.TOKENS + Styles.CHART)).svg();
    }

    @Override
    public Chart chart() {
        return new Chart(title, picture(Optional.empty()).svg(), points());
    }

    private Picture picture(Optional<String> style) {
        Axis x = Axis.over(horizontal, series, true);
        Axis y = Axis.over(vertical, series, false);
        return new Picture(
                title,
                up + " by " + across + ": " + series.stream().map(Series::name).collect(Collectors.joining(", ")),
                style,
                across,
                up,
                x.ticks().stream()
                        .map(tick -> new Picture.Column(across(x, tick), horizontal.text(tick)))
                        .toList(),
                y.ticks().stream()
                        .map(tick -> new Picture.Row(height(y, tick), vertical.text(tick)))
                        .toList(),
                lines(x, y));
    }

    private List<Picture.Line> lines(Axis x, Axis y) {
        int apart = Math.min(MOST_APART, (Picture.RIGHT - Picture.LEFT) / Math.max(1, series.size()));
        List<Picture.Line> lines = new ArrayList<>();
        for (Series one : series) {
            List<Picture.Mark> marks = one.points().stream()
                    .map(point -> new Picture.Mark(
                            across(x, point.x()),
                            Picture.at(height(y, point.y())),
                            one.name() + ", " + horizontal.exact(point.x()) + ": " + vertical.exact(point.y())))
                    .toList();
            lines.add(new Picture.Line(lines.size(), one.name(), Picture.LEFT + lines.size() * apart, marks));
        }
        return lines;
    }

    private Table points() {
        List<Cell> head = new ArrayList<>(List.of(Cell.number(across)));
        series.forEach(one -> head.add(Cell.number(one.name())));
        List<Table.Row> rows = series.stream()
                .flatMap(one -> one.points().stream())
                .map(Point::x)
                .distinct()
                .sorted()
                .map(this::row)
                .toList();
        return new Table("", head, rows);
    }

    private Table.Row row(double x) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.number(horizontal.exact(x))));
        for (Series one : series) {
            OptionalDouble y = one.at(x);
            cells.add(Cell.number(y.isPresent() ? vertical.exact(y.getAsDouble()) : ""));
        }
        return new Table.Row(cells);
    }

    private static String across(Axis axis, double value) {
        return Picture.at(Picture.LEFT + axis.place(value) * (Picture.RIGHT - Picture.LEFT));
    }

    private static double height(Axis axis, double value) {
        return Picture.BOTTOM - axis.place(value) * (Picture.BOTTOM - Picture.TOP);
    }

    /** A logarithmic axis from one power to another. */
    private record Axis(Scale scale, int lowest, int highest) {
        static Axis over(Scale scale, List<Series> series, boolean across) {
            double[] values = series.stream()
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(point -> scale.log(across ? point.x() : point.y()))
                    .sorted()
                    .toArray();
            int lowest = values.length == 0 ? 0 : (int) Math.floor(values[0]);
            int highest = values.length == 0 ? 1 : (int) Math.ceil(values[values.length - 1]);
            return new Axis(scale, lowest, Math.max(highest, lowest + 1));
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            for (int power = lowest; power <= highest; power++) {
                ticks.add(scale.power(power));
            }
            return ticks;
        }

        double place(double value) {
            return (scale.log(value) - lowest) / (highest - lowest);
        }
    }
}
