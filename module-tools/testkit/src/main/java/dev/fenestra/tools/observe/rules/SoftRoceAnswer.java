package dev.fenestra.tools.observe.rules;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What soft-RoCE of the Linux kernel answered to a case.
 *
 * @param id of the case
 * @param what the case asks
 * @param linux61 by kernel 6.1
 * @param linux612 by kernel 6.12, or "same"
 * @param verdict in what it differs from the specification
 */
public record SoftRoceAnswer(String id, String what, String linux61, String linux612, String verdict) {
    private static final String RESOURCE = "soft-roce.txt";
    private static final String SEPARATOR = "\t";

    /** All recorded answers. */
    public static List<SoftRoceAnswer> all() {
        try (InputStream in = Objects.requireNonNull(SoftRoceAnswer.class.getResourceAsStream(RESOURCE));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().map(SoftRoceAnswer::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SoftRoceAnswer parse(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        return new SoftRoceAnswer(fields[0], fields[1], fields[2], fields[3], fields[4]);
    }
}
