package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a fabric that sleeps, as a state machine. A thread announces its sleep, looks for work once more,
 * and then sleeps:
 *
 * <pre>
 * NOBODY    enter   LOOKING     any thread; one wins
 * LOOKING   sleep   SLEEPING    the last look found nothing
 * LOOKING   nap     NAPPING     the same, and it is the agent beside queues without doorbells
 * any       leave   NOBODY      the thread is awake, or its last look found something
 * </pre>
 *
 * Only the thread that has entered moves the state on, until it has left.
 *
 * <p>No wake-up is lost. A doorbell and deferred work are noted before {@link #isAny} is asked. When it says no, the
 * next thread that enters finds that work in its last look. Work that a thread does while it drives is noted under the
 * fabric's token, which the last look takes.
 */
public final class Sleeper {
    /** Later than any deadline. */
    static final long FAR = Long.MAX_VALUE;

    /** Where the thread is. */
    private enum State {
        /** There is nobody to wake. */
        NOBODY,
        /** A thread looks once more. How long it will sleep is unknown, so any work and any deadline wakes it. */
        LOOKING,
        /** A thread sleeps until a time. It wakes for work that was done, and for an earlier deadline. */
        SLEEPING,
        /** The agent sleeps until its next look. It waits for no work, so it wakes for an earlier deadline only. */
        NAPPING
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.NOBODY);

    /** Who is in that state; null for nobody. */
    private volatile @Nullable Thread thread;

    /** When it entered, as {@link System#nanoTime} has it. */
    private volatile long since;

    /** When the sleep or nap ends by itself, on the clock of the fabric. */
    private volatile long until;

    private volatile WaitPoint point = new Parking();

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

    /** Nobody sleeps. */
    public Sleeper() {}

    /** Makes threads wait there from now on. One that waits elsewhere wakes, since nobody else would wake it there. */
    void at(WaitPoint newPoint) {
        WaitPoint before = point;
        point = newPoint;
        Thread sleeper = thread;
        if (sleeper != null) {
            before.wake(sleeper);
        }
    }

    /** Announces that this thread is about to sleep; false when another one has. */
    boolean enter() {
        if (!state.compareAndSet(State.NOBODY, State.LOOKING)) {
            return false;
        }
        since = System.nanoTime();
        thread = Thread.currentThread();
        // The last look must not begin before other threads can see this.
        VarHandle.fullFence();
        return true;
    }

    /**
     * Sleeps, after a last look.
     *
     * @param end when it wakes by itself, on the clock of the fabric
     * @param nanos how long that is from now
     */
    void sleep(long end, long nanos) {
        await(State.SLEEPING, end, nanos);
    }

    /** Sleeps as {@link #sleep} does, but work of others does not end it. */
    void nap(long end, long nanos) {
        await(State.NAPPING, end, nanos);
    }

    /** The end is written first: who sees the state must not see the end of an earlier sleep. */
    private void await(State how, long end, long nanos) {
        until = end;
        state.set(how);
        point.await(nanos);
    }

    /** Ends what {@link #enter} began. */
    void leave() {
        thread = null;
        state.set(State.NOBODY);
    }

    /** {@return whether there may be somebody to wake} */
    boolean isAny() {
        return state.get() != State.NOBODY;
    }

    /**
     * Tells the thread what another one has done while it drove. It wakes if its state is one that waits for this.
     *
     * @param worked whether there was work
     * @param next the next deadline; {@link #FAR} for none
     */
    void tell(boolean worked, long next) {
        boolean mustWake = switch (state.get()) {
            case NOBODY -> false;
            case LOOKING -> worked || next < FAR;
            case SLEEPING -> worked || next < until;
            case NAPPING -> next < until;
        };
        if (mustWake) {
            wake();
        }
    }

    /** Wakes the thread, if there is one. Callable from any thread. */
    void wake() {
        Thread sleeper = thread;
        if (sleeper != null) {
            woken = System.nanoTime();
            waker = Thread.currentThread();
            point.wake(sleeper);
        }
    }

    /** The thread that sleeps, or is about to; null for none. */
    @Nullable
    Thread thread() {
        return thread;
    }

    /** When it entered, as {@link System#nanoTime} has it. */
    long since() {
        return since;
    }

    /** The last wake-up, in words. */
    String lastWakeUp() {
        Thread by = waker;
        return by == null
                ? "never woken"
                : String.format("woken by %s %.3f s ago", by.getName(), (System.nanoTime() - woken) / 1e9);
    }
}
