package dev.fenestra.tools.observe.rules;

import java.util.List;
import java.util.function.Function;

/** The rule table for people to read. */
public final class RuleText {
    private static final String ROW = "%-8s %-8s %-31s %4s %5s %5s  %s";

    private RuleText() {}

    /** A heading, one line for each rule, and how many there are. */
    public static String table(List<RuleEntry> entries) {
        StringBuilder text = new StringBuilder();
        line(text, String.format(ROW, "RULE", "LAYER", "OUTCOME", "ERR", "CASES", "TESTS", "WHAT MUST HOLD"));
        entries.forEach(entry -> line(text, row(entry)));
        long untested = entries.stream().filter(entry -> !entry.isTested()).count();
        line(text, "");
        line(text, entries.size() + " rules, " + untested + " without a test");
        return text.toString();
    }

    /** Everything that is known of a rule. */
    public static String explain(RuleEntry entry) {
        StringBuilder text = new StringBuilder();
        line(text, entry.id() + ": " + entry.text());
        field(text, "violation", entry.violation());
        RuleAdvice.load().lookAt(entry).ifPresent(advice -> field(text, "look at", advice));
        field(text, "source", entry.source());
        field(text, "layer", entry.layer());
        field(text, "outcome", entry.outcome());
        entry.vendorError().ifPresent(code -> field(text, "vendor_err", String.format("0x%02x", code)));
        field(text, "enforced by", entry.enforcedBy());
        field(text, "cases", entry.cases());
        field(text, "tests", entry.tests());
        return text.toString();
    }

    private static String row(RuleEntry entry) {
        Function<Integer, String> hex = code -> String.format("0x%02x", code);
        String code =
                entry.vendorError().isPresent() ? hex.apply(entry.vendorError().getAsInt()) : "";
        return String.format(
                ROW,
                entry.id(),
                entry.layer(),
                entry.outcome(),
                code,
                entry.cases().size(),
                entry.tests().size(),
                entry.text());
    }

    private static void field(StringBuilder text, String name, List<String> values) {
        field(text, name, values.isEmpty() ? "-" : String.join(", ", values));
    }

    static void field(StringBuilder text, String name, String value) {
        line(text, String.format("  %-12s %s", name, value));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }
}
