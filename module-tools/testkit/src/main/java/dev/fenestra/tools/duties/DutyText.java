package dev.fenestra.tools.duties;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is to be said of a duty.
 *
 * @param duty the duty
 * @param text what a program owes
 * @param violation what is the case when it does not
 * @param source where that is written
 * @param repair the shortest way to keep it
 * @param java how a check sees it in a Java program
 * @param c how a check sees it in a C program; begins with "not seen" when it does not
 */
public record DutyText(Duty duty, String text, String violation, String source, String repair, String java, String c) {
    private static final String RESOURCE = "duties.txt";

    /** Read when the first text is asked for. */
    private static final class Holder {
        static final Map<Duty, DutyText> TEXTS = parse(lines(RESOURCE));
    }

    /**
     * The words of a duty.
     *
     * @param duty the duty
     * @return its words
     */
    public static DutyText of(Duty duty) {
        return Objects.requireNonNull(Holder.TEXTS.get(duty), duty.id());
    }

    /** {@return what is known of the duty, several lines} */
    @Override
    public String toString() {
        return duty.id() + " (" + duty.level() + "): " + text + "\n"
                + field("violation", violation)
                + field("source", source)
                + field("repair", repair)
                + field("in Java", java)
                + field("in C", c);
    }

    private static String field(String name, String value) {
        return String.format("  %-10s %s%n", name, value);
    }

    /** {@return the lines of a text beside this class} */
    static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(DutyText.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line that begins with blanks goes on with the field before it. */
    private static Map<Duty, DutyText> parse(List<String> lines) {
        Map<Duty, Map<String, String>> fields = new EnumMap<>(Duty.class);
        Map<String, String> current = new HashMap<>();
        String last = "";
        for (String line : lines) {
            int colon = line.indexOf(": ");
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith(" ")) {
                current.merge(last, line.strip(), (text, more) -> text + " " + more);
            } else if (colon > 0) {
                last = line.substring(0, colon);
                current.put(last, line.substring(colon + 2));
            } else {
                current = new HashMap<>();
                fields.put(Duty.of(line).orElseThrow(() -> new IllegalStateException("no duty " + line)), current);
            }
        }
        Map<Duty, DutyText> texts = new EnumMap<>(Duty.class);
        fields.forEach((duty, of) -> texts.put(
                duty,
                new DutyText(
                        duty,
                        field(of, duty, "text"),
                        field(of, duty, "violation"),
                        field(of, duty, "source"),
                        field(of, duty, "repair"),
                        field(of, duty, "java"),
                        field(of, duty, "c"))));
        return texts;
    }

    private static String field(Map<String, String> fields, Duty duty, String name) {
        return Objects.requireNonNull(fields.get(name), duty.id() + " has no " + name);
    }
}
