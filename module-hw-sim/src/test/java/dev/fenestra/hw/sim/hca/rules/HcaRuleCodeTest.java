package dev.fenestra.hw.sim.hca.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.TextTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of a rule goes out in completions, so it means the same for ever. */
class HcaRuleCodeTest {
    /** vendor_err_synd is a byte, and 0 there says that no rule was broken. */
    private static final int MOST = 255;

    private List<String> lines = List.of();

    @BeforeEach
    void read() throws IOException {
        lines = TextTable.lines(HcaRuleCodeTest.class, "hca-rule-codes.txt");
    }

    @Test
    void shouldHaveTheNumbersOfTheList() {
        assertEquals(
                lines.stream().filter(line -> !line.endsWith(" retired")).toList(),
                Arrays.stream(HcaRule.values())
                        .sorted((one, other) -> Integer.compare(one.code(), other.code()))
                        .map(rule -> rule.code() + " " + rule.id())
                        .toList(),
                "a number keeps its rule: add the line of a new rule to hca-rule-codes.txt, retire that of an old one");
    }

    @Test
    void shouldGiveNoNumberTwiceAndNoneOfARetiredRule() {
        Set<Integer> given = new HashSet<>();
        for (String line : lines) {
            int code = Integer.parseInt(line.split(" ")[0]);
            assertTrue(code >= 1 && code <= MOST, line);
            assertTrue(given.add(code), line);
        }
    }

    @Test
    void shouldFindARuleByItsNumber() {
        for (HcaRule rule : HcaRule.values()) {
            assertEquals(Optional.of(rule), HcaRule.of(rule.code()));
        }
        assertEquals(Optional.empty(), HcaRule.of(0));
        assertEquals(Optional.empty(), HcaRule.of(MOST + 1));
    }
}
