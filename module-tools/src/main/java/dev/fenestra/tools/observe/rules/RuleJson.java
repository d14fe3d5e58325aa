package dev.fenestra.tools.observe.rules;

import dev.fenestra.tools.input.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule table for programs to read: an array of objects with the fields of {@link RuleEntry}. */
public final class RuleJson {
    private RuleJson() {}

    public static String array(List<RuleEntry> entries) {
        return Json.writeWithNulls(entries.stream().map(Row::of).toList()) + "\n";
    }

    /** An object of the array; the names are those of the format. */
    private record Row(
            String id,
            String text,
            String violation,
            String source,
            String layer,
            String outcome,
            @Nullable Integer vendorErr,
            List<String> enforcedBy,
            List<String> cases,
            List<String> tests) {

        static Row of(RuleEntry entry) {
            return new Row(
                    entry.id(),
                    entry.text(),
                    entry.violation(),
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
