package dev.fenestra.tools.proof.oracle;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.oracle.model.Rule;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that has lost a rule is found out: so would be a stack that had. */
final class OracleFindsTest {
    private static final long SEED = 7;
    private static final long VERBS = 100_000;

    /** A connected pair, a region and a window on either side, and what goes wrong. */
    private static final int SHORT = 25;

    /** Without A4 or A6, A7 refuses just as well: nothing lies inside a window that is not bound. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"A4", "A6", "QP_WINDOWS", "QP_WINDOWS_RESET"})
    void aModelWithoutARuleIsFoundOut(Rule rule) {
        Failure failure = find(WindowForm.TYPE_2B, rule);

        assertNotEquals(failure.difference().expected(), failure.difference().seen());
    }

    @ParameterizedTest
    @EnumSource(names = {"QP_WINDOWS", "QP_WINDOWS_RESET"})
    void aModelWithoutARuleOfType2AIsFoundOut(Rule rule) {
        Failure failure = find(WindowForm.TYPE_2A, rule);

        assertEquals("errno", failure.difference().topic());
    }

    @ParameterizedTest
    @EnumSource(names = {"A7", "B11", "INV_QP", "MR_WINDOWS"})
    void aDifferenceIsShrunkToAShortProgram(Rule rule) {
        Oracle oracle = new Oracle(WindowForm.TYPE_2B, RuleBook.without(rule));
        Failure failure = oracle.explore(SEED, VERBS).orElseThrow();

        Failure shrunk = oracle.shrink(failure);
        System.out.println("without " + rule + ", seed " + SEED + ", "
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
        Oracle wrong = new Oracle(WindowForm.TYPE_2B, RuleBook.without(Rule.A5));
        Failure failure = wrong.explore(SEED, VERBS).orElseThrow();

        Failure shrunk = wrong.shrink(failure);

        assertEquals(shrunk, wrong.shrink(failure));
        assertTrue(new Oracle(WindowForm.TYPE_2B).replay(shrunk.program()).isEmpty());
    }

    private static Failure find(WindowForm form, Rule rule) {
        return new Oracle(form, RuleBook.without(rule))
                .explore(SEED, VERBS)
                .orElseThrow(() -> new AssertionError("nothing found without " + rule + ": " + rule.text()));
    }
}
