package dev.fenestra.tools.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/**
 * Text for a screen: lines are as long as it is wide, and headings are bold where there are colours. For a pipe or a
 * file it stays as it is, one line each.
 */
final class ScreenText {
    /** A narrower column would have a word or two in each line. */
    private static final int LEAST_COLUMN = 24;

    private static final String GAP = "  ";

    private final Terminal terminal;

    ScreenText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A table: its first line names the columns, and the last one, behind two blanks, takes the room that is left. */
    String table(String text) {
        List<String> lines = text.lines().toList();
        if (!terminal.isScreen() || lines.isEmpty()) {
            return text;
        }
        String head = lines.getFirst();
        int last = head.lastIndexOf(GAP) + GAP.length();
        return bold(head)
                + "\n"
                + lines.stream().skip(1).map(line -> wrapped(line, last) + "\n").collect(Collectors.joining());
    }

    /** Lines of a name and a value: the first one is a heading, and values begin at a column. */
    String fields(String text, int column) {
        List<String> lines = text.lines().toList();
        if (!terminal.isScreen() || lines.isEmpty()) {
            return text;
        }
        return bold(wrapped(lines.getFirst(), 0))
                + "\n"
                + lines.stream()
                        .skip(1)
                        .map(line -> wrapped(line, column) + "\n")
                        .collect(Collectors.joining());
    }

    private String bold(String text) {
        return terminal.isColored() ? Ansi.ON.new Text("@|bold " + text.replace("|@", "| @") + "|@").toString() : text;
    }

    /** Breaks a line at blanks. What follows begins below the column. */
    private String wrapped(String line, int column) {
        int width = terminal.columns();
        if (line.length() <= width || width - column < LEAST_COLUMN) {
            return line;
        }
        StringBuilder text = new StringBuilder();
        String rest = line;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > column ? blank : width;
            text.append(rest, 0, end).append('\n');
            rest = " ".repeat(column) + rest.substring(end).strip();
        }
        return text.append(rest).toString();
    }
}
