package dev.fenestra.tools.conformance.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long it waits for what makes no progress. */
class WatchdogTest {
    private static final Watchdog DOG = new Watchdog(Duration.ofMillis(80));

    /** Its patience begins anew with a step, so a look only at its end would come nearly a whole patience late. */
    @Test
    void shouldLookForProgressOftenInItsPatience() {
        AtomicInteger looks = new AtomicInteger();

        Optional<Boolean> result = DOG.watch("a hang", () -> steps(looks, 3), WatchdogTest::hang);

        assertEquals(Optional.empty(), result);
        assertTrue(looks.get() >= 3 + 8, looks + " looks");
    }

    @Test
    void shouldGiveTheResultOfWhatEnds() {
        assertEquals(Optional.of(7), DOG.watch("an end", () -> 7));
    }

    /** Counts a look; a step is done before each of the first ones. */
    private static long steps(AtomicInteger looks, int progressing) {
        return Math.min(looks.incrementAndGet(), progressing);
    }

    private static boolean hang() {
        try {
            new CountDownLatch(1).await();
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }
}
