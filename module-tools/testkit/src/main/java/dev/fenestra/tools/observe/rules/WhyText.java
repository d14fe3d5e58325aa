package dev.fenestra.tools.observe.rules;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a program's author wants to know of a rule or of a symptom, for people to read. */
public final class WhyText {
    private WhyText() {}

    /**
     * {@return what is the case, what to look at, and what a program sees}
     *
     * @param rule that was broken
     * @param advice the words
     */
    public static String rule(RuleEntry rule, RuleAdvice advice) {
        StringBuilder text = new StringBuilder();
        text.append(rule.id()).append(": ").append(rule.violation()).append('\n');
        advice.lookAt(rule).ifPresent(hint -> RuleText.field(text, "look at", hint));
        RuleText.field(text, "must hold", rule.text());
        RuleText.field(text, "seen as", seenAs(rule, advice));
        rule.vendorError().ifPresent(code -> RuleText.field(text, "vendor_err", String.format("0x%02x", code)));
        RuleText.field(text, "source", rule.source());
        return text.toString();
    }

    /**
     * {@return what it means, and each rule that leads to it}
     *
     * @param symptom what a program saw
     * @param table all rules
     * @param advice the words
     */
    public static String symptom(Symptom symptom, RuleTable table, RuleAdvice advice) {
        StringBuilder text = new StringBuilder();
        text.append(symptom.name())
                .append(named(symptom))
                .append(": ")
                .append(symptom.text())
                .append('\n');
        Set<String> lines = new LinkedHashSet<>();
        for (RuleEntry rule : table.entries()) {
            if (symptom.holds(rule)) {
                String hint =
                        advice.lookAt(rule).map(words -> ". Look at: " + words).orElse("");
                lines.add(String.format("  %-12s %s%s%n", rule.id(), rule.violation(), hint));
            }
        }
        lines.forEach(text::append);
        return text.toString();
    }

    /**
     * {@return the statements of two programs, and how to have them whole}
     *
     * @param program that breaks a rule
     */
    public static String programs(Provocation program) {
        String id = program.name();
        return block(
                        "In Java: ./fenestra why " + program.rule().id() + " --java > " + id + ".java; ./fenestra run "
                                + id + ".java",
                        program.java())
                + block(
                        "In C: ./fenestra why " + program.rule().id() + " --c > " + id + ".c; cc -o " + id + " " + id
                                + ".c -libverbs; ./fenestra exec -- ./" + id,
                        program.c());
    }

    private static String block(String title, List<String> lines) {
        return "\n" + title + "\n"
                + lines.stream().map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    private static String seenAs(RuleEntry rule, RuleAdvice advice) {
        List<Symptom> seen = advice.symptomsOf(rule);
        return seen.isEmpty()
                ? rule.outcome()
                : seen.stream().map(one -> one.name() + named(one)).collect(Collectors.joining(", "));
    }

    /** Its number and the words of the libraries. */
    private static String named(Symptom symptom) {
        Optional<String> number = Arrays.stream(Errno.values())
                .filter(errno -> errno.name().equals(symptom.name()))
                .map(errno -> "errno " + errno.code())
                .findFirst()
                .or(() -> Arrays.stream(WcStatus.values())
                        .filter(status -> status.name().equals(symptom.name()))
                        .map(status -> "status " + status.code())
                        .findFirst());
        return number.map(text -> " (" + text + ", \"" + String.join("\", \"", symptom.words()) + "\")")
                .orElse("");
    }
}
