package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.uverbs.cm.CmStepsTest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleCoverageTest {
    private static final List<Class<?>> TESTS = List.of(
            BufTest.class,
            CmStepsTest.class,
            CompletionQueueTest.class,
            EventTest.class,
            ForkTest.class,
            GrhTest.class,
            NullRegionTest.class,
            ObjectLifeTest.class,
            ParentDomainTest.class,
            PostTest.class,
            RegisterExTest.class,
            ReplyPathTest.class,
            ReregTest.class,
            SrqLimitTest.class);

    @Test
    void shouldProvokeEveryRule() {
        Set<String> rules =
                Arrays.stream(VerbsRule.values()).map(Rule::id).collect(Collectors.toCollection(TreeSet::new));

        Set<String> provoked = TESTS.stream()
                .flatMap(tests -> Arrays.stream(tests.getDeclaredMethods()))
                .map(method -> method.getAnnotation(Provokes.class))
                .filter(Objects::nonNull)
                .map(Provokes::value)
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(rules, provoked);
        assertEquals(VerbsRule.values().length, rules.size());
    }
}
