package dev.fenestra.tools.measure.chart;

import dev.fenestra.tools.page.Escape;
import io.jstach.jstache.JStache;
import io.jstach.jstache.JStacheConfig;
import io.jstach.jstache.JStacheType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A chart of bars as its template draws it: every place in units of the picture.
 *
 * @param style of a file of its own; empty within a page, which has it
 */
@JStacheConfig(type = JStacheType.STACHE)
@JStache(path = "dev/fenestra/tools/measure/chart/bars.svg")
record BarPicture(String title, Optional<String> style, List<Row> rows) {
    private static final int LEFT = 150;
    private static final int LONGEST = 420;
    private static final int TOP = 48;
    private static final int APART = 34;
    private static final int THICK = 22;
    private static final int TEXT = 15;
    private static final int GAP = 8;

    /**
     * A bar.
     *
     * @param number from 0, from top to bottom
     * @param part of the longest bar's length, 0 to 1
     * @param value as text, at its end
     */
    record Row(int number, String name, double part, String value) {
        int y() {
            return TOP + number * APART;
        }

        int textY() {
            return y() + TEXT;
        }

        String length() {
            return Picture.at(part * LONGEST);
        }

        String valueX() {
            return Picture.at(LEFT + part * LONGEST + GAP);
        }
    }

    /** What a reader who cannot see it is told. */
    String description() {
        return rows.stream().map(row -> row.name() + " " + row.value()).collect(Collectors.joining("; "));
    }

    int width() {
        return Picture.WIDTH;
    }

    int height() {
        return TOP + rows.size() * APART + GAP;
    }

    int left() {
        return LEFT;
    }

    int names() {
        return LEFT - GAP;
    }

    int thick() {
        return THICK;
    }

    String svg() {
        return new BarPictureRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
