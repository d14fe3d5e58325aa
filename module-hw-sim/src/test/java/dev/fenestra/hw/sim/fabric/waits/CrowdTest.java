package dev.fenestra.hw.sim.fabric.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrowdTest {
    private static final long SLICE = 3_000_000;

    /** When a thread knows of a crowd that yields again and again while others use up their time slices. */
    private static long crowd(Crowd crowd, long start) {
        long now = start;
        while (!crowd.isOvercommitted(now)) {
            assertTrue(now - start < 2 * Crowd.MOST_LOST);
            crowd.yielded(now, now + SLICE);
            now += SLICE;
        }
        assertTrue(now - start > Crowd.MOST_LOST);
        return now;
    }

    /** The clock of a system may begin below zero, and may pass its largest value. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000, Long.MAX_VALUE - 1_000_000})
    void shouldSleepForAWhileAfterLongYieldsThatFollowSoonOnEachOther(long start) {
        Crowd crowd = new Crowd(start);
        long now = crowd(crowd, start);
        assertTrue(crowd.isOvercommitted(now));
        assertTrue(crowd.isOvercommitted(now + Crowd.FIRST_NANOS - 1));
        assertFalse(crowd.isOvercommitted(now + Crowd.FIRST_NANOS));
    }

    @Test
    void shouldNotCountYieldsThatAreNotLongHoweverManyThereAre() {
        Crowd crowd = new Crowd(0);
        for (long now = 0; now < 1_000 * Crowd.LONG_NANOS; now += Crowd.LONG_NANOS) {
            crowd.yielded(now, now + Crowd.LONG_NANOS);
            assertFalse(crowd.isOvercommitted(now + Crowd.LONG_NANOS));
        }
    }

    /** Such as the compiler of the JVM uses. */
    @Test
    void shouldForgiveAQuarterOfTheTime() {
        Crowd crowd = new Crowd(0);
        for (long now = 0; now < 1_000 * SLICE; now += SLICE << Crowd.FORGIVEN_SHIFT) {
            crowd.yielded(now, now + SLICE);
            assertFalse(crowd.isOvercommitted(now + SLICE));
        }
    }

    @Test
    void shouldSleepTwiceAsLongEachTimeTheNextLongYieldFollowsSoon() {
        Crowd crowd = new Crowd(0);
        long now = crowd(crowd, 0);
        for (long counts = Crowd.FIRST_NANOS; counts < 4 * Crowd.MOST_NANOS; counts *= 2) {
            long expected = Math.min(counts, Crowd.MOST_NANOS);
            assertTrue(crowd.isOvercommitted(now + expected - 1));
            assertFalse(crowd.isOvercommitted(now + expected));
            now += expected + SLICE;
            crowd.yielded(now - SLICE, now);
        }
    }

    @Test
    void shouldForgetACrowdThatIsLongPast() {
        Crowd crowd = new Crowd(0);
        long now = crowd(crowd, 0) + Crowd.FIRST_NANOS + SLICE;
        crowd.yielded(now - SLICE, now);
        now += 10 * Crowd.FIRST_NANOS;
        crowd.yielded(now - SLICE, now);
        assertFalse(crowd.isOvercommitted(now));
        now = crowd(crowd, now + Crowd.MOST_NANOS);
        assertEquals(Crowd.FIRST_NANOS, lasts(crowd, now));
    }

    private static long lasts(Crowd crowd, long now) {
        long step = Crowd.FIRST_NANOS / 4;
        long nanos = 0;
        while (crowd.isOvercommitted(now + nanos)) {
            nanos += step;
        }
        return nanos;
    }
}
