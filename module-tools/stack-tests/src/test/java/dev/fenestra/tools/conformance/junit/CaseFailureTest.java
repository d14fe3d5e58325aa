package dev.fenestra.tools.conformance.junit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class CaseFailureTest {
    private final RdmaDriver driver = ProviderUnderTest.onPath().getFirst().driver();

    @Test
    void shouldNameTheCaseWhatTheRuleDemandsAndTheCommandThatRepeatsIt() {
        ConformanceCase one = ConformanceCases.all().stream()
                .filter(it -> it.rules().contains("A7"))
                .findFirst()
                .orElseThrow();
        IllegalStateException ofTheAuthor = new IllegalStateException("no such key");
        AssertionFailedError failure = CaseFailure.of(
                new CaseResult.Failed(one, Set.of("A7"), "NAK 0x62", "success", Set.of(), Optional.of(ofTheAuthor)),
                driver);

        String said = String.valueOf(failure.getMessage());
        assertTrue(said.startsWith("case " + one.id() + ", rules [A7]: expected NAK 0x62, seen success\n"), said);
        assertTrue(said.contains("\n  A7: the range lies inside the window\n"), said);
        assertTrue(said.contains("\n  again: ./fenestra conformance --provider mlx5 --modules "), said);
        assertTrue(said.endsWith(" --rule " + one.id() + " --html case.html"), said);
        assertSame(ofTheAuthor, failure.getCause());
        assertFalse(Arrays.stream(failure.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("dev.fenestra.")));
    }
}
