package dev.fenestra.tools.observe.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;

/**
 * Short programs in a text: sections that begin with {@code === TITLE}. The section {@code frame LANGUAGE} is around
 * the statements of each program of this language.
 */
public final class ProgramTexts {
    private static final String SECTION = "=== ";
    private static final String FRAME = "frame ";
    private static final String STATEMENTS = "@statements@";

    private final Map<String, List<String>> sections = new LinkedHashMap<>();

    /**
     * Reads a text.
     *
     * @param lines of the text
     */
    public ProgramTexts(List<String> lines) {
        List<String> current = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(SECTION)) {
                current = new ArrayList<>();
                sections.put(line.substring(SECTION.length()), current);
            } else {
                current.add(line);
            }
        }
    }

    /** {@return the titles of all sections, in their order} */
    public SequencedSet<String> titles() {
        return new LinkedHashSet<>(sections.keySet());
    }

    /** {@return whether there is a section of this title} */
    boolean has(String title) {
        return sections.containsKey(title);
    }

    /**
     * {@return the lines of a section}
     *
     * @param title of a section that is there
     */
    public List<String> section(String title) {
        return List.copyOf(Objects.requireNonNull(sections.get(title), title));
    }

    /**
     * A whole program.
     *
     * @param language of the frame, such as {@code java}
     * @param statements what stands in the frame
     * @param words what the frame has in place of {@code @NAME@}
     * @return its text
     */
    public String program(String language, List<String> statements, Map<String, String> words) {
        StringBuilder program = new StringBuilder();
        for (String line : section(FRAME + language)) {
            String indent =
                    line.substring(0, line.length() - line.stripLeading().length());
            if (line.strip().equals(STATEMENTS)) {
                statements.forEach(
                        statement -> program.append(indent).append(statement).append('\n'));
            } else {
                program.append(filled(line, words)).append('\n');
            }
        }
        return program.toString();
    }

    private static String filled(String line, Map<String, String> words) {
        String filled = line;
        for (Map.Entry<String, String> word : words.entrySet()) {
            filled = filled.replace('@' + word.getKey() + '@', word.getValue());
        }
        return filled;
    }
}
