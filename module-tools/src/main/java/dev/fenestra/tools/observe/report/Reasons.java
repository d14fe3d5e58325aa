package dev.fenestra.tools.observe.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A sentence on what something is good for, by the words in which it is told: a table in a file. */
public final class Reasons {
    private static final List<Reason> ALL = load();

    /** Lines: a pattern for what is told, a tabulator, the sentence. */
    private record Reason(Pattern told, String why) {}

    private Reasons() {}

    /** The sentence for what is told; empty when there is none. */
    public static String of(String told) {
        return ALL.stream()
                .filter(reason -> reason.told().matcher(told).find())
                .map(Reason::why)
                .findFirst()
                .orElse("");
    }

    private static List<Reason> load() {
        try (InputStream in = Objects.requireNonNull(Reasons.class.getResourceAsStream("reasons.txt"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split("\t", 2))
                    .map(parts -> new Reason(Pattern.compile(parts[0]), parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
