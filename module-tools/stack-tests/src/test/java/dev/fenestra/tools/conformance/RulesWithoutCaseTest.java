package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every rule has a case of the kit, or a reason why a program from outside cannot break it. */
class RulesWithoutCaseTest {
    private static final String REASONS = "rules-without-case.txt";

    @Test
    void shouldHaveACaseOrAReasonForEveryRule() throws IOException {
        Set<String> without = RuleTable.assemble().entries().stream()
                .filter(rule -> rule.cases().isEmpty())
                .map(RuleEntry::id)
                .collect(Collectors.toCollection(TreeSet::new));
        RuleTable.assemble().entries().stream()
                .filter(rule -> !rule.cases().isEmpty())
                .map(RuleEntry::id)
                .forEach(without::remove);

        assertEquals(without, reasons().keySet(), "rules without a case, and rules with a reason for it");
    }

    @Test
    void shouldSayEachReasonInASentence() throws IOException {
        reasons().forEach((rule, reason) -> assertTrue(reason.split(" ").length > 4, rule + ": " + reason));
    }

    private static Map<String, String> reasons() throws IOException {
        try (InputStream in = ConformanceSuite.class.getResourceAsStream(REASONS)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            List<String[]> lines =
                    text.lines().map(line -> line.split(" \\| ", 2)).toList();
            Map<String, String> reasons = new TreeMap<>();
            lines.forEach(line -> reasons.put(line[0], line[1]));
            return reasons;
        }
    }
}
