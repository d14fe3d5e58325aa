package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.ProcessorLoad;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Decides, on a real clock, when an idle thread stops polling and sleeps. A wait in the kernel ends as soon as a packet
 * comes. A thread that polls or yields may not get a processor for milliseconds.
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

    private final ProcessorLoad load = new ProcessorLoad(System.nanoTime());

    /** Makes a strategy that has seen neither work nor idle polls. */
    public IdleStrategy() {}

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
        if (idle > YIELDS_NANOS || load.isOvercommitted(now)) {
            return false;
        }
        load.giveWay(now);
        return true;
    }

    /** Waits for a moment for the thread that drives: yields, or sleeps when the processors are overcommitted. */
    void stepAside() {
        long now = System.nanoTime();
        if (load.isOvercommitted(now)) {
            LockSupport.parkNanos(SHORTEST_NAP);
        } else {
            load.giveWay(now);
        }
    }

    /**
     * How long a thread may nap while there are queues without doorbells: a small part of the time in which they had
     * nothing, so the nap adds little to a long wait. While there is other work, it is at most 200 us. Without, it is
     * at most 10 ms, which costs less than 1 % of a processor.
     */
    long napNanos() {
        long now = System.nanoTime();
        long longest = now - idleSince < BUSY_NANOS ? BUSY_NAP : LONGEST_NAP;
        return Math.clamp(now - requested >> NAP_SHIFT, SHORTEST_NAP, longest);
    }

    /** Learns from a sleep that was over just now how long to poll before the next one. */
    void slept() {
        boolean wasShort = System.nanoTime() - idleSince < SHORT_NANOS;
        mostPolls = wasShort ? Math.min(2 * mostPolls, MOST_POLLS) : Math.max(mostPolls / 2, FEWEST_POLLS);
    }

    /** Steps with work. A thread that does not drive may read an old number. */
    long steps() {
        return steps;
    }
}
