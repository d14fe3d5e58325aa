package dev.fenestra.tools.observe.rules;

import dev.fenestra.tools.page.RulesPage;
import java.util.List;

/** The rule table as one HTML page that needs no other file. */
public final class RulePage {
    private RulePage() {}

    /** The page of rules; a link to {@code #ID} leads to one. */
    public static String of(List<RuleEntry> entries) {
        RuleAdvice advice = RuleAdvice.load();
        return new RulesPage(entries.stream()
                        .map(entry -> new RulesPage.Rule(
                                entry.id(),
                                entry.layer(),
                                entry.text(),
                                entry.violation(),
                                advice.lookAt(entry).orElse(""),
                                entry.source(),
                                outcome(entry),
                                entry.enforcedBy(),
                                entry.cases()))
                        .toList())
                .html();
    }

    private static String outcome(RuleEntry entry) {
        return entry.vendorError().isPresent()
                ? String.format(
                        "%s, vendor_err 0x%02x",
                        entry.outcome(), entry.vendorError().getAsInt())
                : entry.outcome();
    }
}
