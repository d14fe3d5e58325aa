package dev.fenestra.tools.measure.chart;

import dev.fenestra.tools.page.Chart;
import dev.fenestra.tools.page.Styles;
import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A whole and its parts as SVG: a horizontal bar for each part, with its value and its share. The same parts always
 * give the same bytes.
 *
 * @param title above it
 * @param unit of the values
 * @param bars from top to bottom
 */
public record BarChart(String title, String unit, List<Bar> bars) implements Diagram {
    private static final double HUNDRED = 100;

    public BarChart {
        bars = List.copyOf(bars);
    }

    /** A part: its name and its value, 0 or more. */
    public record Bar(String name, double value) {}

    @Override
    public boolean isDrawn() {
        return !bars.isEmpty();
    }

    @Override
    public String svg() {
        return picture(Optional.of(Styles.TOKENS + Styles.CHART)).svg();
    }

    @Override
    public Chart chart() {
        List<Table.Row> rows = bars.stream()
                .map(bar -> Table.Row.of(Cell.of(bar.name()), Cell.number(value(bar)), Cell.number(share(bar))))
                .toList();
        Table parts = new Table("", List.of(Cell.of("part"), Cell.number("value"), Cell.number("share")), rows);
        return new Chart(title, picture(Optional.empty()).svg(), parts);
    }

    private BarPicture picture(Optional<String> style) {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        List<BarPicture.Row> rows = new ArrayList<>();
        for (Bar bar : bars) {
            double part = most == 0 ? 0 : bar.value() / most;
            rows.add(new BarPicture.Row(rows.size(), bar.name(), part, value(bar) + ", " + share(bar)));
        }
        return new BarPicture(title, style, rows);
    }

    private String value(Bar bar) {
        return String.format(Locale.ROOT, "%.1f %s", bar.value(), unit);
    }

    private String share(Bar bar) {
        double sum = bars.stream().mapToDouble(Bar::value).sum();
        return String.format(Locale.ROOT, "%.0f %%", sum == 0 ? 0 : bar.value() / sum * HUNDRED);
    }
}
