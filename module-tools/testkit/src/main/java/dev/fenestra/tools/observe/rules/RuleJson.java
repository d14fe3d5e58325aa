package dev.fenestra.tools.observe.rules;

import dev.fenestra.tools.input.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule table for programs to read: an array of objects with the fields of {@link RuleEntry} and the
 * advice. */
public final class RuleJson {
    private RuleJson() {}

    public static String array(List<RuleEntry> entries) {
        RuleAdvice advice = RuleAdvice.load();
        return Json.writeWithNulls(
                        entries.stream().map(entry -> Row.of(entry, advice)).toList())
                + "\n";
    }

    /** An object of the array; the names are those of the format. */
    private record Row(
            String id,
            String text,
            String violation,
            @Nullable String lookAt,
            String source,
            String layer,
            String outcome,
            @Nullable Integer vendorErr,
            List<String> enforcedBy,
            List<String> cases,
            List<String> tests) {

        static Row of(RuleEntry entry, RuleAdvice advice) {
            return new Row(
                    entry.id(),
                    entry.text(),
                    entry.violation(),
                    advice.lookAt(entry).orElse(null),
                    entry.source(),
                    entry.layer(),
                    entry.outcome(),
                    entry.vendorError().isPresent() ? entry.vendorError().getAsInt() : null,
                    entry.enforcedBy(),
                    entry.cases(),
                    entry.tests());
        }
    }
}
