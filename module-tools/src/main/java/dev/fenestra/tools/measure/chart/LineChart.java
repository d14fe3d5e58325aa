package dev.fenestra.tools.measure.chart;

import java.util.List;
import java.util.Locale;

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
public record LineChart(String title, Scale horizontal, String across, Scale vertical, String up, List<Series> series) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 80;
    private static final int RIGHT = 24;
    private static final int TOP = 76;
    private static final int BOTTOM = 52;
    private static final List<String> COLORS = List.of("#1f6feb", "#d1661c", "#2da44e", "#8250df");

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
    }

    public record Point(double x, double y) {}

    /** The picture. */
    public String svg() {
        Axis x = Axis.over(horizontal, series, true);
        Axis y = Axis.over(vertical, series, false);
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">",
                WIDTH,
                HEIGHT);
        add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        text(svg, LEFT, 26, 16, "start", title);
        text(svg, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 12, 12, "middle", across);
        text(svg, LEFT, TOP - 8, 12, "end", up);
        for (double tick : x.ticks()) {
            add(svg, "<path d=\"M%.1f %d V%d\" stroke=\"#d8dee4\"/>", across(x, tick), TOP, HEIGHT - BOTTOM);
            text(svg, across(x, tick), HEIGHT - BOTTOM + 18, 11, "middle", horizontal.text(tick));
        }
        for (double tick : y.ticks()) {
            add(svg, "<path d=\"M%d %.1f H%d\" stroke=\"#d8dee4\"/>", LEFT, up(y, tick), WIDTH - RIGHT);
            text(svg, LEFT - 6, up(y, tick) + 4, 11, "end", vertical.text(tick));
        }
        int apart = Math.min(200, (WIDTH - LEFT) / Math.max(1, series.size()));
        for (int i = 0; i < series.size(); i++) {
            draw(svg, series.get(i), COLORS.get(i % COLORS.size()), x, y);
            text(svg, LEFT + 20.0 + i * apart, 48, 12, "start", series.get(i).name());
            add(
                    svg,
                    "<rect x=\"%d\" y=\"38\" width=\"14\" height=\"10\" fill=\"%s\"/>",
                    LEFT + i * apart,
                    COLORS.get(i % COLORS.size()));
        }
        return svg.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder svg, Series line, String color, Axis x, Axis y) {
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            double px = across(x, point.x());
            double py = up(y, point.y());
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : " L", px, py));
            add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", px, py, color);
        }
        add(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, color);
    }

    private static double across(Axis axis, double value) {
        return LEFT + axis.place(value) * (WIDTH - LEFT - RIGHT);
    }

    private static double up(Axis axis, double value) {
        return HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - TOP - BOTTOM);
    }

    private static void text(StringBuilder svg, double x, double y, int size, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        add(
                svg,
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"#24292f\">%s</text>",
                x,
                y,
                size,
                anchor,
                escaped);
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
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

        double[] ticks() {
            double[] ticks = new double[highest - lowest + 1];
            for (int i = 0; i < ticks.length; i++) {
                ticks[i] = scale.power(lowest + i);
            }
            return ticks;
        }

        double place(double value) {
            return (scale.log(value) - lowest) / (highest - lowest);
        }
    }
}
