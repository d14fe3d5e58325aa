package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.tools.proof.oracle.program.Step;
import java.util.Locale;
import java.util.Set;

/**
 * Where stack and model part.
 *
 * @param number of the step in its program, from 0
 * @param step the last one that was run
 * @param topic what differs: errno, completion, state, key or memory
 * @param rules ids of the rules at fault: those that the model says must refuse, or else those by which the stack
 *     refused, or else the name of the property that does not hold, {@code ORACLE-} and the topic
 * @param look Java expression by which a program sees the same; empty where the call itself tells, or its completions
 *     do
 */
public record Difference(
        int number, Step step, String topic, Set<String> rules, String expected, String seen, String look) {

    public Difference {
        rules = SortedSets.copyOf(rules);
    }

    /**
     * @param rules at fault; empty when no rule was involved
     */
    static Difference of(int number, Step step, Mismatch wrong, Set<String> rules) {
        Set<String> named = rules.isEmpty() ? Set.of(property(wrong.topic())) : rules;
        return new Difference(number, step, wrong.topic(), named, wrong.expected(), wrong.seen(), wrong.look());
    }

    /** The same in the step of another program. */
    public Difference in(int stepNumber) {
        return new Difference(stepNumber, step, topic, rules, expected, seen, look);
    }

    /** The name of the property that a topic's comparison checks. */
    public static String property(String topic) {
        return "ORACLE-" + topic.replace(' ', '-').replace("'", "").toUpperCase(Locale.ROOT);
    }

    /** Whether two programs fail in the same way, roughly: so shrinking does not wander to another fault. */
    boolean isLike(Difference other) {
        return topic.equals(other.topic) && step.getClass() == other.step.getClass();
    }
}
