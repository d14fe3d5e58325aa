package dev.fenestra.tools.observe.rules;

import java.util.List;
import java.util.Map;
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
    private static final String JAVA = " java";
    private static final String C = " c";

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
        ProgramTexts texts = texts();
        return texts.has(rule.id() + JAVA)
                ? Optional.of(new Provocation(rule, texts.section(rule.id() + JAVA), texts.section(rule.id() + C)))
                : Optional.empty();
    }

    /** {@return the name of its files, which Java takes for that of a class: {@code REG_2} for REG-2} */
    public String name() {
        return rule.id().replace('-', '_');
    }

    /** {@return the whole Java program, for {@code fenestra run}} */
    public String javaProgram() {
        return program("java", java);
    }

    /** {@return the whole C program, for {@code fenestra exec}} */
    public String cProgram() {
        return program("c", c);
    }

    private String program(String language, List<String> statements) {
        Map<String, String> words = Map.of("rule", rule.id(), "name", name(), "violation", rule.violation());
        return texts().program(language, statements, words);
    }

    private static ProgramTexts texts() {
        return new ProgramTexts(RuleResource.lines(RESOURCE));
    }
}
