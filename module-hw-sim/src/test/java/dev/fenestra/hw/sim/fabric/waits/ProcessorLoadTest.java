package dev.fenestra.hw.sim.fabric.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorLoadTest {
    private static final long SLICE = 3_000_000;

    /** When the processors count as overcommitted: a thread yields again and again while others use up their slices. */
    private static long overcommit(ProcessorLoad load, long start) {
        long now = start;
        while (!load.isOvercommitted(now)) {
            assertTrue(now - start < 2 * ProcessorLoad.MOST_LOST);
            load.yielded(now, now + SLICE);
            now += SLICE;
        }
        assertTrue(now - start > ProcessorLoad.MOST_LOST);
        return now;
    }

    /** The clock of a system may begin below zero, and may pass its largest value. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000, Long.MAX_VALUE - 1_000_000})
    void shouldSleepForAWhileAfterLongYieldsThatFollowSoonOnEachOther(long start) {
        ProcessorLoad load = new ProcessorLoad(start);
        long now = overcommit(load, start);
        assertTrue(load.isOvercommitted(now));
        assertTrue(load.isOvercommitted(now + ProcessorLoad.FIRST_NANOS - 1));
        assertFalse(load.isOvercommitted(now + ProcessorLoad.FIRST_NANOS));
    }

    @Test
    void shouldNotCountYieldsThatAreNotLongHoweverManyThereAre() {
        ProcessorLoad load = new ProcessorLoad(0);
        for (long now = 0; now < 1_000 * ProcessorLoad.LONG_NANOS; now += ProcessorLoad.LONG_NANOS) {
            load.yielded(now, now + ProcessorLoad.LONG_NANOS);
            assertFalse(load.isOvercommitted(now + ProcessorLoad.LONG_NANOS));
        }
    }

    /** Such as the compiler of the JVM uses. */
    @Test
    void shouldForgiveAQuarterOfTheTime() {
        ProcessorLoad load = new ProcessorLoad(0);
        for (long now = 0; now < 1_000 * SLICE; now += SLICE << ProcessorLoad.FORGIVEN_SHIFT) {
            load.yielded(now, now + SLICE);
            assertFalse(load.isOvercommitted(now + SLICE));
        }
    }

    @Test
    void shouldSleepTwiceAsLongEachTimeTheNextLongYieldFollowsSoon() {
        ProcessorLoad load = new ProcessorLoad(0);
        long now = overcommit(load, 0);
        for (long counts = ProcessorLoad.FIRST_NANOS; counts < 4 * ProcessorLoad.MOST_NANOS; counts *= 2) {
            long expected = Math.min(counts, ProcessorLoad.MOST_NANOS);
            assertTrue(load.isOvercommitted(now + expected - 1));
            assertFalse(load.isOvercommitted(now + expected));
            now += expected + SLICE;
            load.yielded(now - SLICE, now);
        }
    }

    @Test
    void shouldForgetACrowdThatIsLongPast() {
        ProcessorLoad load = new ProcessorLoad(0);
        long now = overcommit(load, 0) + ProcessorLoad.FIRST_NANOS + SLICE;
        load.yielded(now - SLICE, now);
        now += 10 * ProcessorLoad.FIRST_NANOS;
        load.yielded(now - SLICE, now);
        assertFalse(load.isOvercommitted(now));
        now = overcommit(load, now + ProcessorLoad.MOST_NANOS);
        assertEquals(ProcessorLoad.FIRST_NANOS, lasts(load, now));
    }

    private static long lasts(ProcessorLoad load, long now) {
        long step = ProcessorLoad.FIRST_NANOS / 4;
        long nanos = 0;
        while (load.isOvercommitted(now + nanos)) {
            nanos += step;
        }
        return nanos;
    }
}
