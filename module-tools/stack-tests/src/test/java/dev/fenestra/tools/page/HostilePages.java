package dev.fenestra.tools.page;

import dev.fenestra.tools.measure.chart.BarChart;
import dev.fenestra.tools.measure.chart.BarChart.Bar;
import dev.fenestra.tools.measure.chart.LineChart;
import dev.fenestra.tools.measure.chart.LineChart.Point;
import dev.fenestra.tools.measure.chart.LineChart.Series;
import dev.fenestra.tools.page.Table.Cell;
import dev.fenestra.tools.page.Table.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** A page of each kind, whose every text is markup that would run a script. */
public final class HostilePages {
    /** Sets {@code window.hit} when it is executed. */
    public static final String NAME = "</style></script></title>\"'><img src=x onerror=\"window.hit = 1\">";

    private HostilePages() {}

    /** By file name. */
    public static SequencedMap<String, String> all() {
        SequencedMap<String, String> pages = new LinkedHashMap<>();
        pages.put("results.html", results());
        pages.put("defects.html", new DefectsPage(NAME, NAME, table(), table(), table()).html());
        pages.put("figures.html", new FiguresPage(NAME, table(), List.of(chart(), bars()), table()).html());
        pages.put(
                "cost.html", new CostPage(List.of(NAME), chart(), List.of(table()), List.of(table()), table()).html());
        pages.put("rules.html", rules());
        pages.put("findings.html", findings());
        return pages;
    }

    private static String results() {
        var failure =
                new ResultsPage.Failure(NAME, NAME, NAME, NAME, NAME, Optional.of(NAME), Optional.of(NAME), NAME, NAME);
        var oracle = new ResultsPage.Oracle(
                NAME,
                Optional.of(new ResultsPage.Difference(NAME, NAME, NAME, Optional.of(NAME), NAME)),
                Optional.of(NAME));
        var group = new ResultsPage.Group(
                NAME,
                1,
                List.of(
                        new ResultsPage.Case("passed", NAME, NAME, NAME, Optional.empty()),
                        new ResultsPage.Case("failed", NAME, NAME, NAME, Optional.of(NAME)),
                        new ResultsPage.Case("declared", NAME, NAME, NAME, Optional.empty()),
                        new ResultsPage.Case("skipped", NAME, NAME, NAME, Optional.empty())),
                true);
        return new ResultsPage(List.of(new ResultsPage.Provider(
                        NAME,
                        NAME,
                        1,
                        new ResultsPage.Tally(1, 1, 1, 1),
                        NAME,
                        List.of(failure),
                        Optional.of(oracle),
                        List.of(NAME),
                        List.of(group))))
                .html();
    }

    private static String rules() {
        return new RulesPage(List.of(
                        new RulesPage.Rule(NAME, NAME, NAME, NAME, NAME, NAME, NAME, List.of(NAME), List.of(NAME)),
                        new RulesPage.Rule(
                                "B12",
                                "hw-sim",
                                "the range lies inside the region",
                                "the range reaches beyond the region",
                                "address and length",
                                "IBA C10-75",
                                "MW_BIND_ERR",
                                List.of("WindowUnit"),
                                List.of("B12-a"))))
                .html();
    }

    private static String findings() {
        return new FindingsPage(
                        NAME,
                        NAME,
                        List.of(new FindingsPage.Run(NAME, NAME, true), new FindingsPage.Run(NAME, NAME, false)),
                        List.of(new FindingsPage.Finding(
                                NAME, List.of(new FindingsPage.Fact(NAME, NAME)), Optional.of(NAME), NAME, NAME)))
                .html();
    }

    private static Table table() {
        return new Table(
                NAME,
                List.of(Cell.of(NAME), Cell.number("1"), Cell.code(NAME), Cell.of(NAME), Cell.of(NAME)),
                List.of(Row.of(
                        Cell.of(NAME),
                        Cell.number(NAME),
                        Cell.code(NAME),
                        Cell.verdict(NAME, true),
                        Cell.verdict(NAME, false))));
    }

    private static Chart bars() {
        return new BarChart(NAME, NAME, List.of(new Bar(NAME, 1), new Bar(NAME, 0))).chart();
    }

    private static Chart chart() {
        return new LineChart(
                        NAME, NAME, NAME, List.of(new Series(NAME, List.of(new Point(1, 2), new Point(1000, 2000)))))
                .chart();
    }
}
