package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.measure.chart.BarChart;
import dev.fenestra.tools.measure.chart.BarChart.Bar;
import dev.fenestra.tools.measure.chart.Diagram;
import dev.fenestra.tools.measure.chart.LineChart;
import dev.fenestra.tools.measure.chart.LineChart.Point;
import dev.fenestra.tools.measure.chart.LineChart.Series;
import dev.fenestra.tools.measure.chart.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The pictures of docs/performance.md, by file name. */
final class Charts {
    private static final double TURN = 1024;
    private static final double PAGE = 4096;
    private static final double GIBIBYTE = 1 << 30;
    /** In a turn of {@code Windows.bindInvalidate}. */
    private static final double PAIRS = 128;

    private Charts() {}

    /** The pictures that say most; the one of the parts of a WRITE is left out when they were not measured. */
    static SequencedMap<String, Diagram> first(List<Figure> figures) {
        SequencedMap<String, Diagram> charts = new LinkedHashMap<>();
        charts.put("reach.svg", reach(figures));
        if (figures.stream().anyMatch(figure -> figure.is("WriteParts.write8", Map.of()))) {
            charts.put("write-parts.svg", writeParts(figures));
        }
        charts.put("message-size.svg", messageSize(figures));
        return charts;
    }

    /** The other pictures. */
    static SequencedMap<String, Diagram> others(List<Figure> figures) {
        SequencedMap<String, Diagram> charts = new LinkedHashMap<>();
        charts.put("region-size.svg", regionSize(figures));
        charts.put("qps.svg", qps(figures));
        charts.put("windows.svg", windows(figures));
        return charts;
    }

    /** Why windows exist: the ways to let a peer reach memory, by the size of the memory. */
    private static LineChart reach(List<Figure> figures) {
        return new LineChart(
                "To let a peer reach memory: measured, by the size of the memory",
                Scale.BYTES,
                "size",
                Scale.NANOS,
                "time",
                List.of(
                        bind(figures),
                        in(PAGE, line(figures, "register", "Regions.register", "pages", Figure::nanosPerTurn)),
                        line(figures, "copy", "Sizes.write", "bytes", Figure::limitNanosPerTurn),
                        in(
                                GIBIBYTE,
                                line(figures, "rereg", "Windows.bindOrReregPages", "", Figure::limitNanosPerTurn))));
    }

    /** A bind and the invalidate of it, on a region of a page and on one of 1 GiB, which take turns. */
    private static Series bind(List<Figure> figures) {
        return new Series(
                "bind, invalidate",
                figures.stream()
                        .filter(figure -> figure.is("Windows.bindInvalidate", Map.of()))
                        .flatMap(figure -> Stream.of(
                                new Point(PAGE, figure.limitNanosPerTurn().orElse(0) / PAIRS),
                                new Point(GIBIBYTE, figure.nanosPerTurn().orElse(0) / PAIRS)))
                        .filter(point -> point.y() > 0)
                        .toList());
    }

    private static Series in(double unit, Series line) {
        return new Series(
                line.name(),
                line.points().stream()
                        .map(point -> new Point(point.x() * unit, point.y()))
                        .toList());
    }

    private static BarChart writeParts(List<Figure> figures) {
        List<Bar> bars = new ArrayList<>();
        for (Figure figure : figures) {
            if (figure.is("WriteParts.write8", Map.of())) {
                bars.add(part(figure, "builder", "builderNanos"));
                bars.add(part(figure, "doorbell", "doorbellNanos"));
                bars.add(part(figure, "devices and link", "devicesNanos"));
                bars.add(part(figure, "poll", "pollNanos"));
            }
        }
        return new BarChart("Where the time of an 8-byte WRITE goes", "ns", bars);
    }

    private static Bar part(Figure figure, String name, String counter) {
        double writes = figure.other("writes").orElse(1);
        return new Bar(name, figure.other(counter).orElse(0) / writes);
    }

    private static LineChart messageSize(List<Figure> figures) {
        return new LineChart(
                "A message, by its size",
                "bytes",
                "ns",
                List.of(
                        line(figures, "RDMA WRITE", "Sizes.write", "bytes", Figure::nanosPerTurn),
                        line(figures, "RDMA READ", "Sizes.read", "bytes", Figure::nanosPerTurn),
                        line(figures, "bare copy", "Sizes.write", "bytes", Figure::limitNanosPerTurn)));
    }

    private static LineChart regionSize(List<Figure> figures) {
        return new LineChart(
                "Registering a region, by its size",
                "pages of 4 KiB",
                "ns",
                List.of(
                        line(figures, "register", "Regions.register", "pages", Figure::nanosPerTurn),
                        line(figures, "deregister", "Regions.register", "pages", Figure::limitNanosPerTurn)));
    }

    private static LineChart qps(List<Figure> figures) {
        return new LineChart(
                "An 8-byte WRITE, by how many QPs are alive",
                "QPs",
                "ns",
                List.of(
                        line(figures, "100 of them used", "ManyQps.hundredUsed", "qps", Charts::perWrite),
                        line(figures, "all used at random", "ManyQps.allUsedAtRandom", "qps", Charts::perWrite)));
    }

    private static LineChart windows(List<Figure> figures) {
        return new LineChart(
                "An 8-byte WRITE through a window, by how many are bound",
                "windows",
                "ns",
                List.of(
                        line(figures, "one of them used", "ManyWindows.oneUsed", "windows", Charts::perWrite),
                        line(
                                figures,
                                "all used at random",
                                "ManyWindows.allUsedAtRandom",
                                "windows",
                                Charts::perWrite)));
    }

    private static OptionalDouble perWrite(Figure figure) {
        OptionalDouble turn = figure.nanosPerTurn();
        return turn.isPresent() ? OptionalDouble.of(turn.getAsDouble() / TURN) : turn;
    }

    private static Series line(
            List<Figure> figures, String name, String benchmark, String across, Function<Figure, OptionalDouble> up) {
        List<Point> points = figures.stream()
                .filter(figure ->
                        figure.is(benchmark, Map.of()) && up.apply(figure).isPresent())
                .map(figure -> new Point(
                        Double.parseDouble(figure.parameters().getOrDefault(across, "1")),
                        up.apply(figure).getAsDouble()))
                .sorted(Comparator.comparingDouble(Point::x))
                .toList();
        return new Series(name, points);
    }
}
