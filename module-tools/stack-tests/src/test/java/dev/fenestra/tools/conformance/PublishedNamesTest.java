package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A case of a published list that is a case of ours by another name. */
class PublishedNamesTest {
    private static final Map<String, ConformanceCase> CASES =
            ConformanceCases.all().stream().collect(Collectors.toMap(ConformanceCase::id, Function.identity()));

    @Test
    void shouldNameCasesThatBreakTheSameRules() {
        List<ConformanceCase> aliases =
                CASES.values().stream().filter(one -> one.alias().isPresent()).toList();

        assertTrue(aliases.size() >= 50, () -> "only " + aliases.size() + " cases have a published name");
        for (ConformanceCase alias : aliases) {
            ConformanceCase ours = CASES.get(alias.alias().orElseThrow());
            assertTrue(ours.alias().isEmpty(), alias::toString);
            assertSame(ours.body(), alias.body(), alias::toString);
            assertTrue(ours.rules().containsAll(alias.rules()), alias::toString);
        }
    }

    @Test
    void shouldRunSuchACaseOnceAndReportBothNames() {
        ConformanceCase alias = CASES.get("BufferMrTest.WriteExceedRear");
        ConformanceCase ours = CASES.get(alias.alias().orElseThrow());
        AtomicInteger built = new AtomicInteger();
        Conformance kit = Conformance.of(
                "counted",
                seed -> {
                    built.incrementAndGet();
                    return TestBench.twoHosts(seed);
                },
                ConformanceOptions.DEFAULT);

        CaseResult first = kit.run(ours);
        CaseResult second = kit.run(alias);

        assertEquals(1, built.get());
        assertSame(ours, first.of());
        assertEquals(first.as(alias), second);
    }

    @Test
    void shouldRunSuchACaseAloneToo() {
        ConformanceCase alias = CASES.get("MwType2Test.DeregMrWhenBound");

        CaseResult result = Conformance.of("alone", TestBench::twoHosts, ConformanceOptions.DEFAULT)
                .run(alias);

        assertTrue(result instanceof CaseResult.Passed, result::toString);
        assertSame(alias, result.of());
    }
}
