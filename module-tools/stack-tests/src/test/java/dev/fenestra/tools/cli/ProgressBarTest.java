package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final TestTerminal terminal = new TestTerminal().clock(clock::get);

    @Test
    void shouldShowShareRateAndRemainingTime() {
        ProgressBar bar = new ProgressBar(terminal.interactive().columns(120).terminal(), "plans", false);
        clock.set(10 * SECOND);
        bar.moved(2_500, 10_000);
        assertEquals(
                "\r[##########..............................] 25 %, 2,500 of 10,000 plans, 250/s, 0:30 left",
                terminal.err.toString());
    }

    @Test
    void shouldCountBytesInMebibytes() {
        ProgressBar bar = new ProgressBar(terminal.interactive().columns(120).terminal(), false);
        clock.set(2 * SECOND);
        bar.moved(5 << 20, 20 << 20);
        assertTrue(terminal.err.toString().endsWith("] 25 %, 5.0 of 20.0 MiB, 2.5 MiB/s, 0:06 left"));
    }

    @Test
    void shouldFitIntoTheTerminal() {
        for (int columns = 70; columns < 130; columns += 5) {
            TestTerminal narrow =
                    new TestTerminal().clock(clock::get).interactive().columns(columns);
            clock.set(0);
            ProgressBar bar = new ProgressBar(narrow.terminal(), "plans", false);
            clock.set(4_000 * SECOND);
            bar.moved(2_500, 10_000);
            assertTrue(narrow.err.toString().endsWith(", 3:20:00 left"), narrow.err.toString());
            assertTrue(narrow.err.toString().length() - 1 < columns, narrow.err.toString());
        }
    }

    @Test
    void shouldPrintAPlainLineEveryHalfMinuteElsewhere() {
        ProgressBar bar = new ProgressBar(terminal.terminal(), "plans", false);
        for (int second = 1; second <= 70; second++) {
            clock.set(second * SECOND);
            bar.moved(second, 100);
        }
        assertEquals(
                "fenestra: 30 %, 30 of 100 plans, 1.0/s, 1:10 left\n"
                        + "fenestra: 60 %, 60 of 100 plans, 1.0/s, 0:40 left\n",
                terminal.err.toString().replace("\r\n", "\n"));
    }

    @Test
    void shouldCountWorkWithoutAnEnd() {
        ProgressBar bar = new ProgressBar(terminal.interactive().terminal(), "states", false);
        clock.set(2 * SECOND);
        bar.moved(3_000, 0);
        assertEquals("\r3,000 states, 1,500/s", terminal.err.toString());
    }

    @Test
    void shouldPrintFindingsAboveTheBar() {
        Terminal both = terminal.interactive().terminal();
        ProgressBar bar = new ProgressBar(both, "plans", false);
        clock.set(2 * SECOND);
        bar.moved(1, 2);
        bar.say("found");
        assertTrue(terminal.err.toString().endsWith(" \r"), "cleared before");
        assertEquals("found", terminal.out.toString().strip());
    }

    @Test
    void shouldBeSilentWhenAskedForQuiet() {
        ProgressBar bar = new ProgressBar(terminal.interactive().terminal(), "plans", true);
        clock.set(100 * SECOND);
        bar.moved(1, 2);
        assertEquals("", terminal.err.toString());
    }
}
