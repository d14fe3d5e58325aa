package dev.fenestra.tools.measure.figures;

import dev.fenestra.tools.page.Table;
import dev.fenestra.tools.page.Table.Cell;
import java.util.List;

/** Tables in Markdown. */
final class Markdown {
    private Markdown() {}

    static String of(Table table) {
        StringBuilder text = new StringBuilder("|");
        table.head().forEach(cell -> text.append(cell.text().isEmpty() ? " |" : " " + cell.text() + " |"));
        text.append("\n|");
        table.head().forEach(cell -> text.append(cell.kind() == Table.Kind.NUMBER ? "---:|" : "---|"));
        text.append('\n');
        table.rows().forEach(row -> text.append(line(row.cells())));
        return text.toString();
    }

    private static String line(List<Cell> cells) {
        StringBuilder text = new StringBuilder("|");
        cells.forEach(cell -> text.append(' ').append(cell.text()).append(" |"));
        return text.append('\n').toString();
    }
}
