package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program as Debian ships it, and how it runs: a line of packaged-programs.txt, whose head describes the columns.
 *
 * @param name what the page calls it
 * @param debianPackage that has it
 * @param listens command on bob; empty where one program is all
 * @param joins command on alice
 * @param isEnded whether the one that listens goes on when the other one has ended
 * @param figure what the one that joins prints; empty where the exit code says all
 * @param words for the figure
 * @param remark for readers
 */
record PackagedProgram(
        String name,
        String debianPackage,
        String listens,
        String joins,
        boolean isEnded,
        String figure,
        String words,
        String remark) {
    private static final String FILE = "packaged-programs.txt";
    private static final int COLUMNS = 6;
    private static final String NONE = "-";
    private static final String SAME = "=";
    private static final String GOES_ON = " &";
    private static final String IN_NETWORK = "ip netns exec ";

    static List<PackagedProgram> all() throws IOException {
        return lines(FILE).stream().map(PackagedProgram::of).toList();
    }

    /** The lines of a resource that are no comments. */
    static List<String> lines(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(PackagedProgram.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    /** The columns of a line. */
    static List<String> columns(String line, int count) {
        List<String> columns = List.of((line + " ").split(" \\| ?", count)).stream()
                .map(String::strip)
                .toList();
        if (columns.size() != count) {
            throw new IllegalArgumentException("a line has " + count + " columns: " + line);
        }
        return columns;
    }

    private static PackagedProgram of(String line) {
        List<String> columns = columns(line, COLUMNS);
        boolean isEnded = columns.get(2).endsWith(GOES_ON);
        String listens = columns.get(2).equals(NONE)
                ? ""
                : isEnded ? columns.get(2).substring(0, columns.get(2).length() - GOES_ON.length()) : columns.get(2);
        String joins = columns.get(3).equals(SAME) ? listens + " 127.0.0.1" : columns.get(3);
        String[] figure = columns.get(4).equals(NONE)
                ? new String[] {"", ""}
                : columns.get(4).split(" -> ", 2);
        return new PackagedProgram(
                columns.getFirst(), columns.get(1), listens, joins, isEnded, figure[0], figure[1], columns.get(5));
    }

    boolean isPair() {
        return !listens.isEmpty();
    }

    /** Whether it runs in a network where an interface has the addresses of the hosts. */
    boolean needsNetwork() {
        return joins.startsWith(IN_NETWORK);
    }

    /** {@return the figure that the program has printed} Empty when it has not. */
    Optional<String> figure(String output) {
        if (figure.isEmpty()) {
            return Optional.of("");
        }
        Matcher found = Pattern.compile(figure).matcher("\n" + output);
        if (!found.find()) {
            return Optional.empty();
        }
        return Optional.of(found.groupCount() == 0 ? words : words.replace("$1", found.group(1)));
    }

    /** A command as the page shows it. */
    static String shown(String command) {
        return command.isEmpty()
                ? ""
                : "`"
                        + command.replace(" -p {port}", "")
                                .replace(" -B {port}", "")
                                .replace(" -P {port}", "")
                                .replace("ip netns exec {net} ", "")
                        + "`";
    }

    @Override
    public String toString() {
        return name;
    }
}
