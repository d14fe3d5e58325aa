package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that has lost a rule is found out: so would be a stack that had. */
final class OracleFindsTest {
    private static final long SEED = 7;
    private static final long VERBS = 100_000;

    /** A connected pair, a region and a window on either side, and what goes wrong. */
    private static final int SHORT = 25;

    /** Short programs, each with verbs of all kinds. */
    private static final int PROGRAMS = 30;

    private static final long VERBS_OF_ONE = 300;
    private static final Map<WindowForm, Map<OracleRule, Long>> EARLY = new EnumMap<>(WindowForm.class);

    /** Seeds of programs in which rules refuse soon. A model without such a rule goes wrong there, or soon after. */
    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void findWhereRulesRefuseEarly() {
        for (WindowForm form : WindowForm.values()) {
            Map<OracleRule, Long> seeds = new EnumMap<>(OracleRule.class);
            for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
                Oracle whole = new Oracle(form);
                assertTrue(whole.run(seed, VERBS_OF_ONE).isEmpty());
                for (OracleRule rule : OracleRule.values()) {
                    if (whole.rules().refusals(rule) > 0) {
                        seeds.putIfAbsent(rule, seed);
                    }
                }
            }
            EARLY.put(form, seeds);
        }
    }

    /** Without A4 or A6, A7 refuses just as well: nothing lies inside a window that is not bound. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"A4", "A6", "QP_WINDOWS", "QP_WINDOWS_RESET"})
    void aModelWithoutARuleIsFoundOut(OracleRule rule) {
        Failure failure = find(WindowForm.TYPE_2B, rule);

        assertNotEquals(failure.difference().expected(), failure.difference().seen());
    }

    @ParameterizedTest
    @EnumSource(names = {"QP_WINDOWS", "QP_WINDOWS_RESET"})
    void aModelWithoutARuleOfType2AIsFoundOut(OracleRule rule) {
        Failure failure = find(WindowForm.TYPE_2A, rule);

        assertEquals("errno", failure.difference().topic());
    }

    @ParameterizedTest
    @EnumSource(names = {"A7", "B11", "INV_QP", "MR_WINDOWS"})
    void aDifferenceIsShrunkToAShortProgram(OracleRule rule) {
        Oracle oracle = new Oracle(WindowForm.TYPE_2B, RuleBook.without(rule));
        long seed = seed(WindowForm.TYPE_2B, rule);
        Failure failure = oracle.explore(seed, VERBS).orElseThrow();

        Failure shrunk = oracle.shrink(failure);
        System.out.println("without " + rule + ", seed " + seed + ", "
                + failure.program().steps().size() + " steps:");
        System.out.println(oracle.toJava(shrunk));

        int steps = shrunk.program().steps().size();
        assertAll(
                () -> assertTrue(steps <= SHORT, steps + " steps"),
                () -> assertEquals(
                        failure.difference().topic(), shrunk.difference().topic()),
                () -> assertEquals(steps - 1, shrunk.difference().number()),
                () -> assertEquals(
                        shrunk.difference(), oracle.replay(shrunk.program()).orElseThrow()));
    }

    @Test
    void shrinkingTwiceGivesTheSameProgramWhichFailsOnlyInTheWrongModel() {
        Oracle wrong = new Oracle(WindowForm.TYPE_2B, RuleBook.without(OracleRule.A5));
        Failure failure =
                wrong.explore(seed(WindowForm.TYPE_2B, OracleRule.A5), VERBS).orElseThrow();

        Failure shrunk = wrong.shrink(failure);

        assertEquals(shrunk, wrong.shrink(failure));
        assertTrue(new Oracle(WindowForm.TYPE_2B).replay(shrunk.program()).isEmpty());
    }

    private static Failure find(WindowForm form, OracleRule rule) {
        return new Oracle(form, RuleBook.without(rule))
                .explore(seed(form, rule), VERBS)
                .orElseThrow(() -> new AssertionError("nothing found without " + rule + ": " + rule.text()));
    }

    private static long seed(WindowForm form, OracleRule rule) {
        return Objects.requireNonNull(EARLY.get(form)).getOrDefault(rule, SEED);
    }
}
