package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the lines of JMH. */
class BenchProgressTest {
    private static final List<String> LINES = List.of(
            "# Benchmark: dev.fenestra.benchmarks.Bulk.write",
            "# Parameters: (link = WIRE)",
            "",
            "# Run progress: 0.00% complete, ETA 00:03:20",
            "# Fork: 1 of 1",
            "Iteration   1: 123.4 ops/s",
            "",
            "Result \"dev.fenestra.benchmarks.Bulk.write\":",
            "  123.400 ops/s",
            "",
            "# Benchmark: dev.fenestra.benchmarks.Windows.bind",
            "",
            "# Run progress: 25.00% complete, ETA 00:02:40",
            "# Fork: 1 of 1");

    private final AtomicLong clock = new AtomicLong();
    private final TestTerminal terminal = new TestTerminal().interactive().clock(clock::get);

    @Test
    void shouldKnowThatNoBenchmarkHasTheName() {
        BenchProgress progress = told(true);
        assertFalse(progress.isNothingFound());
        progress.accept("No matching benchmarks. Miss-spelled regexp?");
        assertTrue(progress.isNothingFound());
    }

    private BenchProgress told(boolean isQuiet) {
        Terminal on = terminal.terminal();
        BenchProgress progress = new BenchProgress(on, on.out(), isQuiet);
        for (String line : LINES) {
            clock.addAndGet(5_000_000_000L);
            progress.accept(line);
        }
        return progress;
    }

    @Test
    void shouldShowRateAndRemainingTimeBesideWhatJmhSays() {
        told(false);
        assertEquals(LINES, terminal.out.toString().lines().toList());
        // A quarter of 200 s is measured in 13 * 5 s, with JMH's own pauses: at that rate the rest takes 195 s.
        assertTrue(
                terminal.err.toString().contains("25 %, 50 of 200 seconds of measuring, 0.8/s, 3:15 left"),
                terminal.err.toString());
    }

    @Test
    void shouldSayWhatIsMeasuredSoFarAndHowToGoOn() {
        assertEquals("""
                1 benchmarks are measured:
                  Bulk.write (link = WIRE): 123.400 ops/s
                These figures are not kept. To measure others alone: ./fenestra bench NAME\
                """, told(false).soFar());
    }

    @Test
    void shouldShowNothingWhenItIsQuietUnlessJmhFails() {
        BenchProgress progress = told(true);
        assertEquals("", terminal.out.toString());
        assertEquals("", terminal.err.toString());
        assertEquals(LINES, progress.unseen());
    }

    @ParameterizedTest
    @CsvSource({"00:00:10, 10", "01:00:00, '3,600'", "1+01:00:00, '90,000'"})
    void shouldReadTheTimesOfJmh(String eta, String seconds) {
        Terminal on = terminal.terminal();
        BenchProgress progress = new BenchProgress(on, on.out(), false);
        progress.accept("# Run progress: 0.00% complete, ETA " + eta);
        clock.addAndGet(5_000_000_000L);
        progress.accept("# Run progress: 50.00% complete, ETA 00:00:05");
        assertTrue(terminal.err.toString().contains(" of " + seconds + " seconds"), terminal.err.toString());
    }
}
