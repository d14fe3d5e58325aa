package dev.fenestra.tools.observe.rules;

import java.util.List;
import java.util.Locale;

/**
 * What a program sees when a rule is broken: a status, an errno, or nothing.
 *
 * @param name for example {@code REM_ACCESS_ERR} or {@code EINVAL}
 * @param signs parts of outcomes of rules that lead here; after "=" the whole outcome
 * @param words what {@code strerror} or {@code ibv_wc_status_str} say, none where there is no number
 * @param example the rule whose programs show it; empty when no program does
 * @param text what it means, and whose mistake it is
 */
public record Symptom(String name, List<String> signs, List<String> words, String example, String text) {
    public Symptom {
        signs = List.copyOf(signs);
        words = List.copyOf(words);
    }

    /** {@return whether a program sees this when the rule is broken} */
    public boolean holds(RuleEntry rule) {
        return signs.stream().anyMatch(sign -> isSignOf(sign, rule.outcome()));
    }

    /**
     * {@return whether a library says it so in a line}
     *
     * @param lower the line in lower case
     */
    boolean isSaidIn(String lower) {
        return words.stream().anyMatch(phrase -> lower.contains(phrase.toLowerCase(Locale.ROOT)));
    }

    private static boolean isSignOf(String sign, String outcome) {
        return sign.startsWith("=")
                ? outcome.equals(sign.substring(1))
                : (" " + outcome + " ").contains(" " + sign + " ");
    }
}
