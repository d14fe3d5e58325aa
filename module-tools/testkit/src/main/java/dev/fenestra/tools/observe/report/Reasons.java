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

/** Finds a sentence about the purpose of a step, by the step's words. The sentences are a table in a file. */
public final class Reasons {
    private static final List<Reason> ALL = load();

    /** Each line is a pattern for the step's words, a tabulator, and the sentence. */
    private record Reason(Pattern told, String why) {}

    private Reasons() {}

    /** The sentence for a step's words; empty when there is none. */
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
