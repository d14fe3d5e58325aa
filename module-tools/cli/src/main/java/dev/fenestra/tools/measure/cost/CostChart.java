package dev.fenestra.tools.measure.cost;

import dev.fenestra.tools.measure.chart.LineChart;
import dev.fenestra.tools.measure.chart.LineChart.Point;
import dev.fenestra.tools.measure.chart.LineChart.Series;
import dev.fenestra.tools.measure.chart.Scale;
import dev.fenestra.tools.observe.cost.CostModel;
import java.util.List;

/** Why windows exist, as a picture: the ways to let a peer reach memory, by the size of the memory. */
public final class CostChart {
    private CostChart() {}

    /**
     * The picture of a table. Each line is an operation on pinned memory; the bind is of a window over it.
     *
     * @param model its prices
     */
    public static LineChart of(CostTable table, CostModel model) {
        return new LineChart(
                "To let a peer reach memory: modelled time, by the size of the memory",
                Scale.BYTES,
                "size",
                Scale.NANOS,
                "time",
                List.of(
                        line("bind a window", table, model, Kind.WINDOW, PricedOperation.BIND),
                        line("register", table, model, Kind.PINNED, PricedOperation.REGISTER),
                        line("copy", table, model, Kind.PINNED, PricedOperation.COPY),
                        line("move a region", table, model, Kind.PINNED, PricedOperation.REREG_TRANSLATION)));
    }

    private static Series line(String name, CostTable table, CostModel model, Kind kind, PricedOperation operation) {
        List<Point> points = table.rows().stream()
                .filter(row -> row.kind() == kind && row.operation() == operation)
                .map(row -> new Point(row.bytes(), row.bill().nanos(model)))
                .toList();
        return new Series(name, points);
    }
}
