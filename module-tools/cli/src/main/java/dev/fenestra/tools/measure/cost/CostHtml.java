package dev.fenestra.tools.measure.cost;

import dev.fenestra.tools.observe.cost.CostItem;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.cost.TimeText;
import dev.fenestra.tools.page.CostPage;
import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import dev.fenestra.tools.page.Table.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A {@link CostTable} with the prices of a model, as one HTML page that needs no other file. */
public final class CostHtml {
    /** The work that tells operations apart. */
    private static final List<CostItem> COUNTED = List.of(
            CostItem.KERNEL_TRANSITION, CostItem.PIN_PAGE, CostItem.BRING_PAGE, CostItem.MTT_ENTRY, CostItem.COMMAND);

    private final CostTable table;
    private final CostModel model;

    private CostHtml(CostTable table, CostModel model) {
        this.table = table;
        this.model = model;
    }

    /** The page. */
    public static String of(CostTable table, CostModel model) {
        CostHtml html = new CostHtml(table, model);
        return new CostPage(
                        CostTableText.notes(table),
                        CostChart.of(table, model).chart(),
                        Arrays.stream(Kind.values()).map(html::times).toList(),
                        Arrays.stream(Kind.values()).map(html::counts).toList(),
                        html.prices())
                .html();
    }

    private Table times(Kind kind) {
        List<PricedOperation> operations = table.operations(kind);
        List<Cell> head = new ArrayList<>(List.of(Cell.number("size"), Cell.of("how")));
        operations.forEach(operation -> head.add(Cell.number(operation.toString())));
        List<Row> rows = CostTable.SIZES.stream()
                .filter(bytes -> rows(kind, bytes).findAny().isPresent())
                .map(bytes -> times(kind, operations, bytes))
                .toList();
        return new Table(kind.toString(), head, rows);
    }

    private Row times(Kind kind, List<PricedOperation> operations, long bytes) {
        boolean isExtended = rows(kind, bytes).anyMatch(CostRow::isExtended);
        List<Cell> cells = new ArrayList<>(
                List.of(Cell.number(CostTableText.size(bytes)), Cell.of(isExtended ? "formula" : "run")));
        operations.forEach(operation -> cells.add(Cell.number(table.find(kind, operation, bytes)
                .map(row -> TimeText.of(row.bill().nanos(model)))
                .orElse(""))));
        return new Row(cells);
    }

    private Stream<CostRow> rows(Kind kind, long bytes) {
        return table.rows().stream().filter(row -> row.kind() == kind && row.bytes() == bytes);
    }

    /** Of the largest region in the table. */
    private Table counts(Kind kind) {
        long largest = CostTable.SIZES.getLast();
        List<Cell> head = new ArrayList<>(List.of(Cell.of("operation")));
        COUNTED.forEach(item -> head.add(Cell.number(item.key().replace('_', ' '))));
        List<Row> rows = table.operations(kind).stream()
                .flatMap(operation -> table.find(kind, operation, largest).stream())
                .map(CostHtml::counts)
                .toList();
        return new Table(kind + ", " + CostTableText.size(largest), head, rows);
    }

    private static Row counts(CostRow row) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.operation().toString())));
        COUNTED.forEach(item -> cells.add(
                Cell.number(String.format(Locale.ROOT, "%,d", row.bill().count(item)))));
        return new Row(cells);
    }

    private Table prices() {
        return new Table(
                "",
                List.of(Cell.of("item"), Cell.number("ns"), Cell.of("what"), Cell.of("source")),
                Arrays.stream(CostItem.values())
                        .map(item -> Row.of(
                                Cell.code(item.key()),
                                Cell.number(
                                        CostTableText.number(model.price(item).nanos())),
                                Cell.of(item.text()),
                                Cell.of(model.price(item).source())))
                        .toList());
    }
}
