package dev.fenestra.tools.observe.rules;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the author of a program should look at when a rule was broken. {@code fenestra why}, {@code fenestra rules}, the
 * page of rules and docs/generated/why.md have these words.
 *
 * @param symptoms what a program sees
 * @param hints what to look at, by rule; for a few families one hint
 */
public record RuleAdvice(List<Symptom> symptoms, Map<String, String> hints) {
    private static final String NONE = "-";

    public RuleAdvice {
        symptoms = List.copyOf(symptoms);
        hints = Collections.unmodifiableMap(new LinkedHashMap<>(hints));
    }

    /** The advice for the rules of Fenestra. */
    public static RuleAdvice load() {
        Map<String, String> hints = new LinkedHashMap<>();
        for (String[] row : rows("why-hints.txt", 2)) {
            if (hints.put(row[0], row[1]) != null) {
                throw new IllegalStateException("two hints for " + row[0]);
            }
        }
        return new RuleAdvice(
                rows("why-groups.txt", 5).stream().map(RuleAdvice::symptom).toList(), hints);
    }

    /** {@return what to look at; empty for rules of other vendors} */
    public Optional<String> lookAt(RuleEntry rule) {
        return hintKey(rule).map(hints::get);
    }

    /** {@return the key of the hint: that of the rule, or else of its family, which is what stands before the dash} */
    public Optional<String> hintKey(RuleEntry rule) {
        return Stream.of(rule.id(), rule.id().replaceFirst("-.*", ""))
                .filter(hints::containsKey)
                .findFirst();
    }

    /** {@return what a program can see when the rule is broken} */
    public List<Symptom> symptomsOf(RuleEntry rule) {
        return symptoms.stream().filter(symptom -> symptom.holds(rule)).toList();
    }

    private static Symptom symptom(String[] row) {
        return new Symptom(row[0], list(row[1]), list(row[2]), row[3].equals(NONE) ? "" : row[3], row[4]);
    }

    private static List<String> list(String cell) {
        return cell.equals(NONE) ? List.of() : Arrays.asList(cell.split(", "));
    }

    private static List<String[]> rows(String resource, int columns) {
        return RuleResource.lines(resource).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" \\| ", columns))
                .toList();
    }
}
