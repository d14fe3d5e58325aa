package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.guard.Watchdog;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A case that never ends, or ends with an exception, does not hold up the others. */
class UnendingCaseTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void shouldFailACaseThatDoesNotEndByItsNameAndGoOn() {
        ConformanceSuite suite = new ConformanceSuite(TestBench::twoHosts, 1, CaseMemory.PINNED, SHORT);
        ConformanceCase hangs = ConformanceCase.of("HANGS", "nothing ever comes", _ -> waitForEver());
        ConformanceCase ends =
                ConformanceCase.of("ENDS", "all is well", b -> b.expect().same("one", 1, 1));

        List<CaseResult> results = suite.run(List.of(hangs, ends), _ -> true);

        CaseResult.Failed failed = assertInstanceOf(CaseResult.Failed.class, results.getFirst());
        assertEquals(Set.of("HANGS"), failed.rules());
        assertEquals("none after 2 s", failed.seen());
        assertInstanceOf(CaseResult.Passed.class, results.getLast());
    }

    /** Not only exceptions of the verbs: whatever a provider throws, and wherever it does. */
    @Test
    void shouldFailACaseWhoseHostsThrowAndGoOn() {
        ConformanceCase ends =
                ConformanceCase.of("ENDS", "all is well", b -> b.expect().same("one", 1, 1));
        for (Error defect :
                List.of(new AssertionError("no"), new NoSuchMethodError("no"), new StackOverflowError("no"))) {
            ConformanceCase throwing = ConformanceCase.of("THROWS", "an error", _ -> {
                throw defect;
            });
            CaseResult.Failed failed =
                    assertInstanceOf(CaseResult.Failed.class, new ConformanceSuite(TestBench::twoHosts).run(throwing));
            assertEquals(defect.toString(), failed.seen());
        }
        ConformanceSuite broken = new ConformanceSuite(_ -> {
            throw new IllegalStateException("no hosts");
        });

        List<CaseResult> results = broken.run(List.of(ends, ends), _ -> true);

        results.forEach(result -> {
            CaseResult.Failed failed = assertInstanceOf(CaseResult.Failed.class, result);
            assertEquals("java.lang.IllegalStateException: no hosts", failed.seen());
        });
    }

    /** Their threads cannot be ended, and take the processors from the cases behind them. */
    @Test
    void shouldBeginNoMoreCasesWhileSeveralAreStillBusy() throws InterruptedException {
        AtomicBoolean isFree = new AtomicBoolean();
        List<Thread> busy = new CopyOnWriteArrayList<>();
        ConformanceCase spins = ConformanceCase.of("SPINS", "nothing ever comes", _ -> {
            busy.add(Thread.currentThread());
            while (!isFree.get()) {
                Thread.onSpinWait();
            }
        });
        ConformanceCase ends =
                ConformanceCase.of("ENDS", "all is well", b -> b.expect().same("one", 1, 1));
        ConformanceSuite suite =
                new ConformanceSuite(TestBench::twoHosts, 1, CaseMemory.PINNED, Duration.ofMillis(500));
        try {
            List<CaseResult> results = suite.run(List.of(spins, spins, spins, spins, ends), _ -> true);

            assertEquals(Watchdog.MOST_LEFT, busy.size());
            results.stream().limit(Watchdog.MOST_LEFT).forEach(one -> assertInstanceOf(CaseResult.Failed.class, one));
            CaseResult.Skipped last = assertInstanceOf(CaseResult.Skipped.class, results.getLast());
            assertEquals("3 others have not ended, and their threads are still busy", last.reason());
        } finally {
            isFree.set(true);
        }
        for (Thread one : busy) {
            one.join();
        }
        assertInstanceOf(CaseResult.Passed.class, suite.run(ends));
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
