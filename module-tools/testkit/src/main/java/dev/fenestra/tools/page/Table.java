package dev.fenestra.tools.page;

import java.util.List;
import java.util.Locale;

/**
 * A table.
 *
 * @param caption what it holds; empty when the heading above it says so
 */
public record Table(String caption, List<Cell> head, List<Row> rows) {
    public Table {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }

    boolean isCaptioned() {
        return !caption.isEmpty();
    }

    public record Row(List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }

        /** A row of cells. */
        public static Row of(Cell... cells) {
            return new Row(List.of(cells));
        }
    }

    /**
     * A cell.
     *
     * @param kind how it looks
     */
    public record Cell(String text, Kind kind) {
        /** Words. */
        public static Cell of(String text) {
            return new Cell(text, Kind.TEXT);
        }

        /** A number, to the right. */
        public static Cell number(String text) {
            return new Cell(text, Kind.NUMBER);
        }

        /** A name of something in code. */
        public static Cell code(String text) {
            return new Cell(text, Kind.CODE);
        }

        /** A verdict. */
        public static Cell verdict(String text, boolean isGood) {
            return new Cell(text, isGood ? Kind.GOOD : Kind.BAD);
        }
    }

    public enum Kind {
        TEXT,
        NUMBER,
        CODE,
        GOOD,
        BAD;

        /** The class in the style sheet. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
