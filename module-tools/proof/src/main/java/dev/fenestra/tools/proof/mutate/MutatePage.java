package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.page.DefectsPage;
import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import dev.fenestra.tools.page.Table.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * A report as one HTML page that needs no other file. It shows figures, then survivors; the reader can open the rest.
 */
public final class MutatePage {
    private MutatePage() {}

    /** The page of a report. */
    public static String of(MutateReport report) {
        String lead = String.format(
                "%d of %d places, on provider %s, seed %d. %d cases pass without a defect. %d s.",
                report.verdicts().size(),
                report.places(),
                report.provider(),
                report.seed(),
                report.cases(),
                report.time().toSeconds());
        List<DefectVerdict> others = report.verdicts().stream()
                .filter(one -> !one.outcome().isSurvivor())
                .toList();
        return new DefectsPage(report.module(), lead, packages(report), verdicts(report.survivors()), verdicts(others))
                .html();
    }

    private static Table packages(MutateReport report) {
        List<Cell> head = new ArrayList<>(List.of(Cell.of("package"), Cell.number("defects")));
        for (DefectOutcome outcome : DefectOutcome.values()) {
            head.add(Cell.number(outcome.text()));
        }
        head.add(Cell.number("noticed"));
        List<Row> rows = new ArrayList<>();
        report.packages().forEach(one -> rows.add(row(one)));
        rows.add(row(report.total()));
        return new Table("", head, rows);
    }

    private static Row row(Figures one) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.code(one.name()), Cell.number("" + one.defects())));
        for (DefectOutcome outcome : DefectOutcome.values()) {
            cells.add(Cell.number("" + one.count(outcome)));
        }
        cells.add(Cell.number(one.percent() + " %"));
        return new Row(cells);
    }

    private static Table verdicts(List<DefectVerdict> verdicts) {
        return new Table(
                "",
                List.of(
                        Cell.of("place"),
                        Cell.of("kind"),
                        Cell.of("change"),
                        Cell.of("outcome"),
                        Cell.of("what the case said")),
                verdicts.stream()
                        .map(one -> Row.of(
                                Cell.code(MutateText.place(one.point())),
                                Cell.of(one.point().operator().toString()),
                                Cell.of(one.point().change()),
                                Cell.verdict(
                                        one.outcome().text() + (one.by().isEmpty() ? "" : ": " + one.by()),
                                        !one.outcome().isSurvivor()),
                                Cell.of(one.seen())))
                        .toList());
    }
}
