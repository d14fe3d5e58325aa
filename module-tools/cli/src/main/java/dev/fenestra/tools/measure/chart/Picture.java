package dev.fenestra.tools.measure.chart;

import dev.fenestra.tools.page.Escape;
import io.jstach.jstache.JStache;
import io.jstach.jstache.JStacheConfig;
import io.jstach.jstache.JStacheType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A chart as its template draws it: every place in units of the picture, one decimal.
 *
 * @param description what a reader who cannot see it is told
 * @param style of a file of its own; empty within a page, which has it
 */
@JStacheConfig(type = JStacheType.STACHE)
@JStache(path = "dev/fenestra/tools/measure/chart/chart.svg")
record Picture(
        String title,
        String description,
        Optional<String> style,
        String across,
        String up,
        List<Column> columns,
        List<Row> rows,
        List<Line> lines) {
    static final int WIDTH = 720;
    static final int HEIGHT = 400;
    static final int LEFT = 80;
    static final int RIGHT = 696;
    static final int TOP = 76;
    static final int BOTTOM = 348;
    private static final int TEXT = 4;
    private static final int HALF_LINE = 11;
    private static final int BEFORE_NAME = 28;
    /** Circle, square, triangle, diamond: about a point, which the path has gone to. */
    private static final List<String> SHAPES = List.of(
            "m-4 0 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0 z",
            "m-3.5 -3.5 h7 v7 h-7 z",
            "m0 -5 l4.8 8.4 h-9.6 z",
            "m0 -5 l5 5 l-5 5 l-5 -5 z");

    /** A number with one decimal. */
    static String at(double place) {
        return String.format(Locale.ROOT, "%.1f", place);
    }

    /** A vertical line of the grid. */
    record Column(String x, String text) {}

    /** A horizontal line of the grid. */
    record Row(double place, String text) {
        String y() {
            return at(place);
        }

        String textY() {
            return at(place + TEXT);
        }
    }

    /**
     * A series.
     *
     * @param number from 0; decides color, dashes and marks
     * @param legend where its name begins
     */
    record Line(int number, String name, int legend, List<Mark> marks) {
        String kind() {
            return "s" + number % SHAPES.size();
        }

        String shape() {
            return SHAPES.get(number % SHAPES.size());
        }

        int legendX() {
            return legend;
        }

        int legendMark() {
            return legend + HALF_LINE;
        }

        int legendText() {
            return legend + BEFORE_NAME;
        }

        String path() {
            StringBuilder path = new StringBuilder();
            for (Mark mark : marks) {
                path.append(path.isEmpty() ? "M" : " L")
                        .append(mark.x())
                        .append(' ')
                        .append(mark.y());
            }
            return path.toString();
        }
    }

    /** A point of a series, and what is shown when a pointer is on it. */
    record Mark(String x, String y, String text) {}

    int width() {
        return WIDTH;
    }

    int height() {
        return HEIGHT;
    }

    int left() {
        return LEFT;
    }

    int right() {
        return RIGHT;
    }

    int top() {
        return TOP;
    }

    int bottom() {
        return BOTTOM;
    }

    int middle() {
        return (LEFT + RIGHT) / 2;
    }

    int underAxis() {
        return HEIGHT - 12;
    }

    int overAxis() {
        return TOP - 8;
    }

    int underTicks() {
        return BOTTOM + 18;
    }

    int besideTicks() {
        return LEFT - 6;
    }

    String svg() {
        return new PictureRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
