package dev.fenestra.hw.sim.fabric;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Decides, on a real clock, when a thread that finds nothing to do stops looking, and wakes it when there is something.
 * A wait in the kernel ends as soon as a packet comes, even where a thread that keeps looking, or yields, would not get
 * a processor for milliseconds.
 *
 * <p>No wake-up is lost: who goes to sleep says so, then looks once more. Work is noted under the fabric's token, which
 * that last look takes; a doorbell is written before it is asked whether anybody sleeps.
 */
final class IdleStrategy {
    /**
     * Looks in vain before a thread sleeps, each of about half a microsecond. To sleep and be woken costs some ten; but
     * where threads are more than processors, who looks on uses up its share of them, and then waits for milliseconds
     * while there is work.
     */
    private static final int FEWEST_LOOKS = 4;

    private static final int MOST_LOOKS = 128;

    /** What is waited for less long than this, looks and sleep together, is better looked for. */
    private static final long SHORT_NANOS = 50_000;

    /** What a thread does that found nothing. */
    enum Advice {
        LOOK,
        /**
         * Another thread looked in vain just before: neither of them may sleep, since what it waits for may have been
         * done before it looks.
         */
        YIELD,
        SLEEP
    }

    private final AtomicReference<@Nullable Thread> asleep = new AtomicReference<>();
    private volatile WaitPoint point = new Parking();

    /** Steps in which there was something to do; this and what follows belong to who drives. */
    private long steps;

    private @Nullable Thread idler;
    private long idleSteps;
    private int looks;

    /** When the first look in vain was. */
    private volatile long idleSince;

    private volatile int mostLooks = FEWEST_LOOKS;

    /** Waits for doorbells only. */
    private static final class Parking implements WaitPoint {
        @Override
        public void await(long nanos) {
            LockSupport.parkNanos(this, nanos);
        }

        @Override
        public void wake(Thread sleeper) {
            LockSupport.unpark(sleeper);
        }
    }

    /** From now on threads wait there. */
    void at(WaitPoint newPoint) {
        point = newPoint;
    }

    /** Notes a step that was not in vain; only for who drives. */
    void worked() {
        steps++;
    }

    /** Notes a step that was in vain, and says what to do next; only for who drives. */
    Advice inVain() {
        Thread current = Thread.currentThread();
        boolean isOther = idler != current;
        if (isOther || idleSteps != steps) {
            idler = current;
            idleSteps = steps;
            looks = 0;
            idleSince = System.nanoTime();
        }
        if (++looks > mostLooks) {
            return Advice.SLEEP;
        }
        return isOther ? Advice.YIELD : Advice.LOOK;
    }

    /** Whether anything was done since this thread began to look, which it may be waiting for; only for who drives. */
    boolean hasNews() {
        return idler != Thread.currentThread() || idleSteps != steps;
    }

    /** Announces that this thread is about to sleep; false when another one sleeps. */
    boolean enter() {
        boolean mine = asleep.compareAndSet(null, Thread.currentThread());
        // The last look must not begin before others can see this.
        VarHandle.fullFence();
        return mine;
    }

    void sleep(long nanos) {
        point.await(nanos);
        boolean wasShort = System.nanoTime() - idleSince < SHORT_NANOS;
        mostLooks = wasShort ? Math.min(2 * mostLooks, MOST_LOOKS) : Math.max(mostLooks / 2, FEWEST_LOOKS);
    }

    void leave() {
        asleep.set(null);
    }

    /** There is something to do, or something was done: ends the sleep of whoever sleeps. Callable from any thread. */
    void wake() {
        Thread sleeper = asleep.get();
        if (sleeper != null) {
            point.wake(sleeper);
        }
    }
}
