package dev.fenestra.tools.observe.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The shortest programs that break a rule, in Java and in C.
 *
 * @param rule the rule
 * @param java statements of the Java program, in its frame
 * @param c statements of the C program, in its frame
 */
public record Provocation(RuleEntry rule, List<String> java, List<String> c) {
    private static final String RESOURCE = "provocations.txt";
    private static final String SECTION = "=== ";
    private static final String FRAME = "frame";
    private static final String JAVA = " java";
    private static final String C = " c";
    private static final String STATEMENTS = "@statements@";

    public Provocation {
        java = List.copyOf(java);
        c = List.copyOf(c);
    }

    /**
     * {@return the programs that break a rule; empty when there are none}
     *
     * @param rule the rule
     */
    public static Optional<Provocation> of(RuleEntry rule) {
        Map<String, List<String>> sections = sections();
        return sections.containsKey(rule.id() + JAVA)
                ? Optional.of(
                        new Provocation(rule, section(sections, rule.id() + JAVA), section(sections, rule.id() + C)))
                : Optional.empty();
    }

    /** {@return the name of its files, which Java takes for that of a class: {@code REG_2} for REG-2} */
    public String name() {
        return rule.id().replace('-', '_');
    }

    /** {@return the whole Java program, for {@code fenestra run}} */
    public String javaProgram() {
        return program(JAVA, java);
    }

    /** {@return the whole C program, for {@code fenestra exec}} */
    public String cProgram() {
        return program(C, c);
    }

    private String program(String language, List<String> statements) {
        StringBuilder program = new StringBuilder();
        for (String line : section(sections(), FRAME + language)) {
            String indent =
                    line.substring(0, line.length() - line.stripLeading().length());
            if (line.strip().equals(STATEMENTS)) {
                statements.forEach(
                        statement -> program.append(indent).append(statement).append('\n'));
            } else {
                program.append(line.replace("@rule@", rule.id())
                                .replace("@name@", name())
                                .replace("@violation@", rule.violation()))
                        .append('\n');
            }
        }
        return program.toString();
    }

    private static List<String> section(Map<String, List<String>> sections, String title) {
        return Objects.requireNonNull(sections.get(title), title);
    }

    private static Map<String, List<String>> sections() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : RuleResource.lines(RESOURCE)) {
            if (line.startsWith(SECTION)) {
                current = new ArrayList<>();
                sections.put(line.substring(SECTION.length()), current);
            } else {
                current.add(line);
            }
        }
        return sections;
    }
}
