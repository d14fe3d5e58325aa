package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.Crowd;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Decides, on a real clock, when an idle thread stops polling and sleeps, and wakes it when there is work. A wait in
 * the kernel ends as soon as a packet comes. A thread that polls or yields may not get a processor for milliseconds.
 *
 * <p>No wake-up is lost: a thread announces its sleep, then polls once more. Work is noted under the fabric's token,
 * which that last poll takes. A doorbell is written before the check whether a thread sleeps.
 */
public final class IdleStrategy {
    /**
     * Idle polls before a thread sleeps, each of about half a microsecond. A sleep and its wake-up cost about ten
     * microseconds. But with more threads than processors, a thread that polls on uses up its time slice and then waits
     * for milliseconds while there is work.
     */
    private static final int FEWEST_POLLS = 4;

    private static final int MOST_POLLS = 128;

    /** Waits shorter than this, polls and sleep together, are better spent polling. */
    private static final long SHORT_NANOS = 50_000;

    private static final int NAP_SHIFT = 7;
    /** A shorter sleep is over before the thread has given the processor away. */
    private static final long SHORTEST_NAP = 20_000;

    private static final long LONGEST_NAP = 10_000_000;

    /** The longest nap while there is other work, such as the commands of a program that is about to post. */
    private static final long BUSY_NAP = 200_000;

    /** How long after other work such a nap is the longest, nanoseconds. */
    private static final long BUSY_NANOS = 20_000_000;

    /** How long a thread that looks at queues again and again keeps the processor before it yields, nanoseconds. */
    private static final long SPINS_NANOS = 4_000;

    /** How long it yields before it naps, nanoseconds. */
    private static final long YIELDS_NANOS = 1_000_000;

    /** The next step of a thread that found nothing to do. */
    enum Advice {
        POLL,
        /**
         * Another thread found nothing just before. Neither may sleep, since each may have done the other's work.
         */
        YIELD,
        SLEEP
    }

    private final AtomicReference<@Nullable Thread> asleep = new AtomicReference<>();
    private volatile WaitPoint point = new Parking();

    /** Steps with work. Only the driving thread uses this and the fields below. */
    private long steps;

    private @Nullable Thread idler;
    private long idleSteps;
    private int polls;

    /** The time of the first idle poll. */
    private volatile long idleSince;

    private volatile int mostPolls = FEWEST_POLLS;

    /** The time when a queue without a doorbell last had new requests. */
    private volatile long requested = System.nanoTime();

    private final Crowd crowd = new Crowd(System.nanoTime());

    /** When the thread that sleeps began to. */
    private volatile long sleepsSince;

    /** When a sleeping thread was woken last. */
    private volatile long woken;

    /** By whom. */
    private volatile @Nullable Thread waker;

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

    /** Makes a strategy: nobody sleeps. */
    public IdleStrategy() {}

    /** Makes threads wait there from now on. One that waits elsewhere wakes, since nobody else would wake it there. */
    void at(WaitPoint newPoint) {
        WaitPoint before = point;
        point = newPoint;
        Thread sleeper = asleep.get();
        if (sleeper != null) {
            before.wake(sleeper);
        }
    }

    /** Notes a step with work. Only the driving thread calls this. */
    void worked() {
        steps++;
    }

    /** Notes that a queue without a doorbell had new requests. Only the driving thread calls this. */
    void foundRequests() {
        requested = System.nanoTime();
    }

    /** Notes a step without work, and decides what the thread does next. Only the driving thread calls this. */
    Advice idled() {
        Thread current = Thread.currentThread();
        boolean isOther = idler != current;
        if (isOther || idleSteps != steps) {
            idler = current;
            idleSteps = steps;
            polls = 0;
            idleSince = System.nanoTime();
        }
        if (++polls > mostPolls) {
            return Advice.SLEEP;
        }
        return isOther ? Advice.YIELD : Advice.POLL;
    }

    /**
     * Whether work was done since this thread began to poll: it may be what the thread waits for. Only the driving
     * thread calls this.
     */
    boolean hasNews() {
        return idler != Thread.currentThread() || idleSteps != steps;
    }

    /**
     * Waits for a moment, while there are queues without doorbells: first spinning, then yielding the processor.
     *
     * @return false, and nothing was done, when a nap is better: nothing came for a while, or there are more busy
     *     threads than processors
     */
    boolean waitBriefly() {
        long now = System.nanoTime();
        long idle = now - requested;
        if (idle < SPINS_NANOS) {
            Thread.onSpinWait();
            return true;
        }
        if (idle > YIELDS_NANOS || crowd.is(now)) {
            return false;
        }
        crowd.giveWay(now);
        return true;
    }

    /** Waits for a moment for the thread that drives: yields, or in a crowd sleeps. */
    void stepAside() {
        long now = System.nanoTime();
        if (crowd.is(now)) {
            LockSupport.parkNanos(SHORTEST_NAP);
        } else {
            crowd.giveWay(now);
        }
    }

    /**
     * How long a thread may nap while there are queues without doorbells: a small part of the time in which they had
     * nothing, so the nap adds little to a long wait. While there is other work, it is at most 200 us. Without, it is
     * at most 10 ms, which costs less than 1 % of a processor.
     */
    long nap() {
        long now = System.nanoTime();
        long longest = now - idleSince < BUSY_NANOS ? BUSY_NAP : LONGEST_NAP;
        return Math.clamp(now - requested >> NAP_SHIFT, SHORTEST_NAP, longest);
    }

    /** Announces that this thread is about to sleep; false when another one sleeps. */
    boolean enter() {
        boolean mine = asleep.compareAndSet(null, Thread.currentThread());
        if (mine) {
            sleepsSince = System.nanoTime();
        }
        // The last poll must not begin before other threads can see this.
        VarHandle.fullFence();
        return mine;
    }

    void sleep(long nanos) {
        point.await(nanos);
        boolean wasShort = System.nanoTime() - idleSince < SHORT_NANOS;
        mostPolls = wasShort ? Math.min(2 * mostPolls, MOST_POLLS) : Math.max(mostPolls / 2, FEWEST_POLLS);
    }

    /** Sleeps without learning from it how long to poll: queues without doorbells end no sleep. */
    void nap(long nanos) {
        point.await(nanos);
    }

    void leave() {
        asleep.set(null);
    }

    /** The thread that sleeps, or is about to; null for none. */
    @Nullable
    Thread sleeper() {
        return asleep.get();
    }

    /** When it began, as {@link System#nanoTime} has it. */
    long sleepsSince() {
        return sleepsSince;
    }

    /** The last wake-up, in words. */
    String lastWakeUp() {
        Thread by = waker;
        return by == null
                ? "never woken"
                : String.format("woken by %s %.3f s ago", by.getName(), (System.nanoTime() - woken) / 1e9);
    }

    /** Steps with work. A thread that does not drive may read an old number. */
    long steps() {
        return steps;
    }

    boolean isAnyAsleep() {
        return asleep.get() != null;
    }

    /** Wakes the sleeping thread, because there is work or work was done. Callable from any thread. */
    void wake() {
        Thread sleeper = asleep.get();
        if (sleeper != null) {
            woken = System.nanoTime();
            waker = Thread.currentThread();
            point.wake(sleeper);
        }
    }
}
