package dev.fenestra.tools.observe.rules;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the words of a user are about: a rule, an errno, a status, a {@code vendor_err}, or a whole line that names some
 * of these.
 *
 * @param rules that the words name; two places may enforce one
 * @param symptoms that the words name; none when they name a rule
 */
public record Diagnosis(List<RuleEntry> rules, List<Symptom> symptoms) {
    /** For example {@code vendor_err 0x14}, {@code vendor_err=20}, {@code vendor err 0x14}; alone, {@code 0x14}. */
    private static final Pattern VENDOR_ERROR =
            Pattern.compile("(?:.*\\bvendor[_ -]?err(?:or)?\\b[ =:]*|^\\s*(?=0x))(0x[0-9a-fA-F]{1,4}|[0-9]{1,4}).*");

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,4}");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9_-]+");
    private static final String STATUS_PREFIX = "IBV_WC_";

    public Diagnosis {
        rules = List.copyOf(rules);
        symptoms = List.copyOf(symptoms);
    }

    /**
     * {@return what the words are about; nothing when they name nothing that is known}
     *
     * @param said one word, or a line
     */
    public static Diagnosis of(String said, RuleTable table, RuleAdvice advice) {
        String line = said.strip();
        List<RuleEntry> rules = table.named(line);
        if (rules.isEmpty()) {
            rules = named(line, table);
        }
        if (rules.isEmpty()) {
            rules = withVendorError(line, table);
        }
        if (NUMBER.matcher(line).matches()) {
            int number = Integer.parseInt(line);
            return new Diagnosis(withVendorError("vendor_err " + line, table), numbered(number, advice));
        }
        return new Diagnosis(rules, rules.isEmpty() ? named(line, advice) : List.of());
    }

    public boolean isEmpty() {
        return rules.isEmpty() && symptoms.isEmpty();
    }

    /** The ids in brackets, as refusals have them; in a line without brackets, the words that are ids as they stand. */
    private static List<RuleEntry> named(String line, RuleTable table) {
        List<String> bracketed = Pattern.compile("\\[([A-Z]+[A-Z0-9-]*)]")
                .matcher(line)
                .results()
                .map(match -> match.group(1))
                .toList();
        List<RuleEntry> rules = of(bracketed, table);
        return rules.isEmpty() ? of(Arrays.asList(BETWEEN_WORDS.split(line)), table) : rules;
    }

    private static List<RuleEntry> of(List<String> ids, RuleTable table) {
        return table.entries().stream()
                .filter(entry -> ids.contains(entry.id()))
                .toList();
    }

    private static List<RuleEntry> withVendorError(String line, RuleTable table) {
        var found = VENDOR_ERROR.matcher(line);
        if (!found.matches()) {
            return List.of();
        }
        int code = Integer.decode(found.group(1));
        return table.entries().stream()
                .filter(entry -> entry.vendorError().orElse(-1) == code)
                .toList();
    }

    private static List<Symptom> named(String line, RuleAdvice advice) {
        List<String> words = Arrays.stream(BETWEEN_WORDS.split(line.toUpperCase(Locale.ROOT)))
                .map(word -> word.startsWith(STATUS_PREFIX) ? word.substring(STATUS_PREFIX.length()) : word)
                .toList();
        List<Symptom> byName = symptoms(advice, symptom -> words.contains(symptom.name()));
        String lower = line.toLowerCase(Locale.ROOT);
        return byName.isEmpty() ? symptoms(advice, symptom -> symptom.isSaidIn(lower)) : byName;
    }

    /** An errno and a status may have one number; a number below 0 can only be an errno. */
    private static List<Symptom> numbered(int number, RuleAdvice advice) {
        List<String> names = Stream.concat(
                        Errno.find(Math.abs(number)).map(Errno::name).stream(),
                        Arrays.stream(WcStatus.values())
                                .filter(status -> status.code() == number)
                                .map(WcStatus::name))
                .toList();
        return symptoms(advice, symptom -> names.contains(symptom.name()));
    }

    private static List<Symptom> symptoms(RuleAdvice advice, Predicate<Symptom> asked) {
        return advice.symptoms().stream().filter(asked).toList();
    }

    /** {@return the rules, each once, with the first of the places that enforce it} */
    public List<RuleEntry> distinctRules() {
        Map<String, RuleEntry> first = new LinkedHashMap<>();
        rules.forEach(rule -> first.putIfAbsent(rule.id() + rule.violation(), rule));
        return List.copyOf(first.values());
    }
}
