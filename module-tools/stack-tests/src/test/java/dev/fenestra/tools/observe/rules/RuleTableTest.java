package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.rules.RuleExample;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleTableTest {
    /** The P10 of the list post and the P10 of the builder are one rule with two answers. */
    private static final Set<String> TWO_ANSWERS = Set.of("P10");

    private final RuleTable table = RuleTable.assemble();

    @Test
    void shouldProveEveryRuleByACaseOrATest() {
        assertEquals(
                List.of(),
                table.entries().stream()
                        .filter(entry -> !entry.isTested())
                        .map(RuleEntry::id)
                        .toList());
    }

    @Test
    void shouldKnowWhoEnforcesEveryRule() {
        assertEquals(
                List.of(),
                table.entries().stream()
                        .filter(entry -> entry.enforcedBy().isEmpty())
                        .map(RuleEntry::id)
                        .toList());
    }

    @Test
    void shouldKnowEveryRuleThatACaseBreaks() {
        Set<String> known = table.entries().stream().map(RuleEntry::id).collect(Collectors.toSet());
        Set<String> broken = ConformanceCases.all().stream()
                .map(ConformanceCase::rules)
                .flatMap(List::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        broken.removeAll(known);
        assertEquals(Set.of(), broken);
    }

    @Test
    void shouldGiveEveryRuleAnIdOfItsOwn() {
        Set<String> seen = new TreeSet<>();
        Set<String> twice = table.entries().stream()
                .map(RuleEntry::id)
                .filter(id -> !seen.add(id))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(TWO_ANSWERS, twice);
    }

    @Test
    void shouldSayForEachRuleWhatIsTheCaseWhenItIsBroken() {
        for (RuleEntry entry : table.entries()) {
            assertNotEquals(entry.text(), entry.violation(), entry.id());
            assertTrue(entry.violation().length() > 10, entry.id());
        }
    }

    @Test
    void shouldHaveTheNumbersOfTheDevice() {
        for (HcaRule rule : HcaRule.values()) {
            RuleEntry entry = table.named(rule.id()).getLast();
            assertEquals(OptionalInt.of(rule.code()), entry.vendorError());
        }
    }

    @Test
    void shouldListEveryCheckOfTheTables() {
        List<String> checks = Arrays.asList(("P1 P2 P3 P4 P6 P7 P8 P10 P11 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13"
                        + " A2 A3 A4 A5 A6 A7 A8 I1 I2 I3 I4 L1 L2 L4 L5 L6 R1 R2 R3 R4 R6")
                .split(" "));
        checks.forEach(id -> assertEquals(false, table.named(id).isEmpty(), id));
    }

    @Test
    void shouldFindARuleInAnyCase() {
        assertEquals("B12", table.named("b12").getFirst().id());
        assertEquals(List.of(), table.named("no such rule"));
    }

    @Test
    void shouldPrintOneLineForEachRule() {
        long lines = RuleText.table(table.entries()).lines().count();
        assertEquals(table.entries().size() + 3, lines);
        assertTrue(RuleText.table(table.entries()).endsWith(table.entries().size() + " rules, 0 without a test\n"));
    }

    @Test
    void shouldExplainARule() {
        RuleEntry entry = new RuleEntry(
                "X9",
                "all is well",
                "something is wrong",
                "nobody",
                "hw-sim",
                "EIO",
                OptionalInt.of(17),
                List.of("Unit"),
                List.of("C1", "C2"),
                List.of());
        assertEquals("""
            X9: all is well
              violation    something is wrong
              source       nobody
              layer        hw-sim
              outcome      EIO
              vendor_err   0x11
              enforced by  Unit
              cases        C1, C2
              tests        -
            """, RuleText.explain(entry));
    }

    @Test
    void shouldShowARefusalOfTheRule() {
        RuleExample example = new RuleExample(TestBench::twoHosts);
        String refusal = example.of(table.named("A7").getFirst()).orElseThrow().toString();
        assertTrue(refusal.startsWith("hw-sim refused [A7] the range reaches beyond the window -> "), refusal);
    }
}
