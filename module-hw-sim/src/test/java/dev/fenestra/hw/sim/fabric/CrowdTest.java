package dev.fenestra.hw.sim.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrowdTest {
    private static final long SLICE = 3_000_000;

    /** The clock of a system may begin below zero, and may pass its largest value. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000, Long.MAX_VALUE - 1_000_000})
    void shouldSleepForAWhileAfterALongYield(long start) {
        Crowd crowd = new Crowd(start);
        crowd.yielded(start, start + Crowd.PAUSE_NANOS);
        assertFalse(crowd.is(start + Crowd.PAUSE_NANOS));
        crowd.yielded(start, start + SLICE);
        assertTrue(crowd.is(start + SLICE));
        assertTrue(crowd.is(start + SLICE + Crowd.FIRST_NANOS - 1));
        assertFalse(crowd.is(start + SLICE + Crowd.FIRST_NANOS));
    }

    @Test
    void shouldSleepTwiceAsLongEachTimeTheNextLongYieldFollowsSoon() {
        Crowd crowd = new Crowd(0);
        long now = 10 * Crowd.FIRST_NANOS;
        crowd.yielded(now - SLICE, now);
        for (long counts = Crowd.FIRST_NANOS; counts < 4 * Crowd.MOST_NANOS; counts *= 2) {
            long expected = Math.min(counts, Crowd.MOST_NANOS);
            assertTrue(crowd.is(now + expected - 1));
            assertFalse(crowd.is(now + expected));
            now += expected + SLICE;
            crowd.yielded(now - SLICE, now);
        }
    }

    @Test
    void shouldForgetLongYieldsThatAreLongPast() {
        Crowd crowd = new Crowd(0);
        long now = SLICE;
        crowd.yielded(0, now);
        now += Crowd.FIRST_NANOS + SLICE;
        crowd.yielded(now - SLICE, now);
        now += 5 * Crowd.FIRST_NANOS;
        crowd.yielded(now - SLICE, now);
        assertEquals(Crowd.FIRST_NANOS, lasts(crowd, now));
    }

    private static long lasts(Crowd crowd, long now) {
        long step = Crowd.FIRST_NANOS / 4;
        long nanos = 0;
        while (crowd.is(now + nanos)) {
            nanos += step;
        }
        return nanos;
    }
}
