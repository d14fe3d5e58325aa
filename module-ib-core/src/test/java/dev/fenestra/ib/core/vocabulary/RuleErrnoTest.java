package dev.fenestra.ib.core.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RuleErrnoTest {
    private static RuleFacts of(Errno errno) {
        return new RuleFacts("T-1", "it holds", "it does not hold", "this test", errno);
    }

    private static RuleFacts without(String outcome) {
        return new RuleFacts("T-1", "it holds", "it does not hold", "this test", outcome);
    }

    @Test
    void shouldThrowTheErrnoOfTheRule() {
        VerbsException refused = new VerbsException(() -> of(Errno.EBUSY), "x=1");

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals("EBUSY", refused.rule().outcome());
        assertEquals("EBUSY: it does not hold [T-1] x=1", refused.getMessage());
    }

    /** An errno beside the rule could contradict it. */
    @Test
    void shouldTakeNoErrnoBesideTheRule() {
        List<List<Class<?>>> constructors = Arrays.stream(VerbsException.class.getDeclaredConstructors())
                .map(one -> List.of(one.getParameterTypes()))
                .toList();
        assertEquals(List.of(List.of(Rule.class, String.class)), constructors);
    }

    @Test
    void shouldNotThrowARuleThatHasNoErrno() {
        Rule rule = () -> without("LOC_PROT_ERR");

        IllegalStateException fault = assertThrows(IllegalStateException.class, () -> new VerbsException(rule, "x=1"));

        assertEquals("rule T-1 has no errno, so no call returns its violation: LOC_PROT_ERR", fault.getMessage());
    }

    @Test
    void shouldHaveOneErrnoAndTheOutcomeOfItsName() {
        assertThrows(IllegalArgumentException.class, () -> of(Errno.OK));
        assertThrows(
                IllegalArgumentException.class,
                () -> new RuleFacts("T-1", "it holds", "it does not hold", "test", "EIO", Optional.of(Errno.EINVAL)));
    }
}
