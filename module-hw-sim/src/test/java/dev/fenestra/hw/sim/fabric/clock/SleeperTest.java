package dev.fenestra.hw.sim.fabric.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import org.junit.jupiter.api.Test;

/** What wakes a thread in each state. The thread asks itself, at the point where it would sleep. */
class SleeperTest {
    private static final long END = 1_000;

    private final Sleeper sleeper = new Sleeper();
    private final Point point = new Point();

    /** Does something in place of each sleep. */
    private static final class Point implements WaitPoint {
        Runnable asleep = () -> {};
        int wakeUps;

        @Override
        public void await(long nanos) {
            asleep.run();
        }

        @Override
        public void wake(Thread thread) {
            wakeUps++;
        }
    }

    SleeperTest() {
        sleeper.at(point);
    }

    private boolean wakes(boolean worked, long next) {
        int before = point.wakeUps;
        sleeper.tell(worked, next);
        return point.wakeUps > before;
    }

    @Test
    void shouldWakeNobodyWhereNobodySleeps() {
        assertFalse(sleeper.isAny());
        assertNull(sleeper.thread());
        assertFalse(wakes(true, 0));
        sleeper.wake();
        assertEquals(0, point.wakeUps);
    }

    @Test
    void shouldWakeAThreadThatLooksOnceMoreForAnyWorkAndAnyDeadline() {
        assertTrue(sleeper.enter());
        assertTrue(sleeper.isAny());
        assertSame(Thread.currentThread(), sleeper.thread());
        assertTrue(wakes(true, Sleeper.FAR));
        assertTrue(wakes(false, Sleeper.FAR - 1));
        assertFalse(wakes(false, Sleeper.FAR));
    }

    @Test
    void shouldWakeASleepForWorkAndForAnEarlierDeadline() {
        assertTrue(sleeper.enter());
        point.asleep = () -> {
            assertTrue(wakes(true, Sleeper.FAR));
            assertTrue(wakes(false, END - 1));
            assertFalse(wakes(false, END));
        };
        sleeper.sleep(END, 1);
        assertEquals(2, point.wakeUps);
    }

    @Test
    void shouldWakeANapForAnEarlierDeadlineOnly() {
        assertTrue(sleeper.enter());
        point.asleep = () -> {
            assertFalse(wakes(true, Sleeper.FAR));
            assertFalse(wakes(true, END));
            assertTrue(wakes(false, END - 1));
        };
        sleeper.nap(END, 1);
        assertEquals(1, point.wakeUps);
    }

    @Test
    void shouldLetOneThreadEnterUntilItLeaves() {
        assertTrue(sleeper.enter());
        assertFalse(sleeper.enter());
        sleeper.leave();
        assertFalse(sleeper.isAny());
        assertTrue(sleeper.enter());
    }

    @Test
    void shouldWakeWhoeverWaitsElsewhereWhenThePointChanges() {
        assertTrue(sleeper.enter());
        sleeper.at(new Point());
        assertEquals(1, point.wakeUps);
    }
}
