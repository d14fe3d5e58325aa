package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.fenestra.tools.bench.TestBench;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A case that never ends does not hold up the others. */
class WatchdogTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void shouldFailACaseThatDoesNotEndByItsNameAndGoOn() {
        ConformanceSuite suite = new ConformanceSuite(TestBench::twoHosts, 1, CaseMemory.PINNED, SHORT);
        ConformanceCase hangs = ConformanceCase.of("HANGS", "nothing ever comes", _ -> waitForEver());
        ConformanceCase ends = ConformanceCase.of("ENDS", "all is well", b -> b.same("one", 1, 1));

        List<CaseResult> results = suite.run(List.of(hangs, ends), _ -> true);

        CaseResult.Failed failed = assertInstanceOf(CaseResult.Failed.class, results.getFirst());
        assertEquals(Set.of("HANGS"), failed.rules());
        assertEquals("none after 2 s", failed.seen());
        assertInstanceOf(CaseResult.Passed.class, results.getLast());
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
