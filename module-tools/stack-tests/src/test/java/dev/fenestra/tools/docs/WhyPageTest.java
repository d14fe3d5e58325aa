package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import dev.fenestra.tools.observe.rules.RuleAdvice;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.Symptom;
import dev.fenestra.tools.testing.GeneratedPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps docs/generated/why.md true. */
class WhyPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("why.md");
    private static final Set<String> WITHOUT_A_RULE = Set.of("REM_OP_ERR");

    /** Families of which all rules have one advice: providers announce too much, each in its way. */
    private static final Set<String> SHARED = Set.of("CAP");

    private final RuleAdvice advice = RuleAdvice.load();
    private final List<RuleEntry> rules = RuleTable.assemble().entries();

    @Test
    void shouldBeThePageInTheDocuments() throws IOException {
        String expected = new WhyPage(advice).text(rules);
        PAGE.assertSays(expected);
    }

    @Test
    void shouldHaveAnEntryForEachRule() {
        assertEquals(
                List.of(),
                rules.stream()
                        .filter(rule -> advice.symptoms().stream().noneMatch(group -> group.holds(rule)))
                        .map(rule -> rule.id() + ": " + rule.outcome())
                        .toList(),
                "add a sign of this outcome to why-groups.txt");
    }

    @Test
    void shouldHaveRulesInEachGroupButThoseThatPointElsewhere() {
        assertEquals(
                WITHOUT_A_RULE,
                advice.symptoms().stream()
                        .filter(group -> rules.stream().noneMatch(group::holds))
                        .map(Symptom::name)
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldSayWhatToLookAtForEachRuleAndUseEachHint() {
        assertEquals(
                List.of(),
                rules.stream()
                        .filter(rule -> advice.hintKey(rule).isEmpty())
                        .map(RuleEntry::id)
                        .toList(),
                "add a line to why-hints.txt");
        Set<String> used =
                rules.stream().map(advice::hintKey).flatMap(Optional::stream).collect(Collectors.toSet());
        assertEquals(Set.of(), Sets.difference(advice.hints().keySet(), used), "no rule uses these hints");
    }

    @Test
    void shouldGiveEachRuleAnAdviceOfItsOwn() {
        Map<String, Set<String>> rulesOf = new TreeMap<>();
        for (RuleEntry rule : rules) {
            String key = advice.hintKey(rule).orElseThrow();
            if (!SHARED.contains(key)) {
                String hint = advice.hints().get(key);
                rulesOf.computeIfAbsent(hint, _ -> new TreeSet<>()).add(rule.id());
            }
        }
        rulesOf.values().removeIf(ids -> ids.size() == 1);
        assertEquals(Map.of(), rulesOf, "write an advice for each in why-hints.txt");
    }

    @Test
    void shouldPutARuleWithTwoOutcomesIntoBothGroups() {
        RuleEntry layout = rules.stream()
                .filter(rule -> rule.outcome().equals("LOC_PROT_ERR or NAK 0x62"))
                .findFirst()
                .orElseThrow();
        List<String> groups = advice.symptoms().stream()
                .filter(group -> group.holds(layout))
                .map(Symptom::name)
                .toList();
        assertTrue(groups.containsAll(List.of("LOC_PROT_ERR", "REM_ACCESS_ERR")), groups.toString());
    }
}
