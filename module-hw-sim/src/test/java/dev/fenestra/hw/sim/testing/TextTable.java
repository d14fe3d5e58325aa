package dev.fenestra.hw.sim.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A test resource of words: one row per line, {@code #} starts a comment line. */
public final class TextTable {
    private TextTable() {}

    public static List<String[]> read(Class<?> beside, String name) throws IOException {
        return lines(beside, name).stream().map(line -> line.split(" ")).toList();
    }

    public static List<String> lines(Class<?> beside, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
