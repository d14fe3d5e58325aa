package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves by itself. A waiting thread polls for a while, then sleeps until something comes. A
 * {@code FabricAgent} leaves the work to callers while they drive.
 */
public final class RealPacer implements Pacer {
    /** How long a poll may take that finds nothing, as those before it did, nanoseconds. */
    private static final long POLL_SLEEP_NANOS = 1_000_000;

    /** The longest that a caller who waits, or the agent, sleeps before it polls again, nanoseconds. */
    private static final long SLEEP_NANOS = 10_000_000;

    private static final long FAR = Long.MAX_VALUE;

    /** How often a caller tries to take the turn before it leaves its doorbells to the agent. */
    private static final int MOST_TRIES = 100;

    /** Steps that such a caller drives before it leaves the rest to the agent. A connection takes about ten. */
    private static final int MOST_STEPS = 200;

    /** A nap of a thread that wants to sleep where another one sleeps already, nanoseconds. */
    private static final long NAP_NANOS = 50_000;

    private final long start = System.nanoTime();
    private final Turns turns;
    private final DeferredWork deferred;
    private final IdleStrategy idle = new IdleStrategy();
    /** Bound while the current thread is going to drive. */
    private final ScopedValue<RealPacer> promise = ScopedValue.newInstance();
    /** When the thread that sleeps wakes by itself, on this clock. {@link #FAR} when none does, or it is unknown. */
    private volatile long sleepUntil = FAR;
    /** Whether it is the agent, in a nap between two looks at queues without doorbells. */
    private volatile boolean agentNaps;
    /** A caller has asked for a turn since the agent looked last. */
    private volatile boolean called;

    private volatile boolean hasAgent;

    /** Who waits until the agent has ended. */
    private volatile @Nullable FabricWait end;

    /** What the agent has died of. */
    private volatile @Nullable Throwable death;

    /** When the agent began to leave the work to callers; 0 while it drives. */
    private volatile long awaySince;

    private volatile Predicate<InternalError> memoryFaults = _ -> false;

    /**
     * Makes a clock that starts at 0 now.
     *
     * @param turns steps the devices
     * @param deferred runs after each step
     */
    public RealPacer(Turns turns, DeferredWork deferred) {
        this.turns = turns;
        this.deferred = deferred;
    }

    @Override
    public long now() {
        return System.nanoTime() - start;
    }

    /**
     * A caller who has found nothing to do several times in a row sleeps up to a millisecond, until something comes: it
     * must not keep the peer, or the agent, from the processor.
     */
    @Override
    public boolean progress() {
        call();
        return turn(POLL_SLEEP_NANOS, false);
    }

    @Override
    public void progressUntil(long limitNanos) {
        call();
        long left = limitNanos - now();
        if (left > 0) {
            turn(Math.min(SLEEP_NANOS, left), false);
            return;
        }
        while (!turns.take()) {
            Thread.onSpinWait();
        }
        try {
            workOrFault(Integer.MAX_VALUE);
        } finally {
            turns.giveBack();
        }
    }

    @Override
    public void wake() {
        if (idle.isAnyAsleep() && !promise.isBound()) {
            idle.wake();
        }
    }

    @Override
    public void foundRequests() {
        idle.foundRequests();
    }

    @Override
    public <T, X extends Throwable> T withoutWaking(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(promise, this).call(work);
    }

    /**
     * A doorbell of this thread may have come too late for the step of the thread that drives now. The agent looks once
     * more before it sleeps. So other programs' work, which may never end, holds this caller up for a moment only.
     */
    @Override
    public void drain() {
        for (int tries = 0; !turns.take(); tries++) {
            if (tries == MOST_TRIES && hasAgent) {
                idle.wake();
                return;
            }
            stepAside(tries);
        }
        int most = hasAgent ? MOST_STEPS : Integer.MAX_VALUE;
        int steps;
        long next;
        try {
            steps = workOrFault(most);
            next = nextDeadline();
        } finally {
            turns.giveBack();
        }
        if (steps == most) {
            idle.wake();
        }
        tellSleeper(steps > 0, next);
    }

    private void stepAside(int tries) {
        if (tries < MOST_TRIES) {
            Thread.onSpinWait();
        } else {
            idle.stepAside();
        }
    }

    @Override
    public void at(WaitPoint point) {
        idle.at(point);
    }

    /** Tells the agent that callers drive; written once, not with every poll. */
    private void call() {
        Throwable cause = death;
        if (cause != null) {
            throw new FabricException(cause);
        }
        if (!called) {
            called = true;
        }
    }

    /**
     * Asks whether a caller has driven, or wanted to, since this was asked last. The agent then leaves the work to
     * callers.
     *
     * @return whether one has
     */
    public boolean takeCalled() {
        boolean found = called;
        if (found) {
            called = false;
        }
        return found;
    }

    /**
     * Notes that the agent leaves the work to callers, or drives again.
     *
     * @param isAway whether it leaves the work to callers
     */
    public void agentIsAway(boolean isAway) {
        if (isAway != (awaySince != 0)) {
            awaySince = isAway ? System.nanoTime() : 0;
        }
    }

    /**
     * Notes that a thread waits until the agent has ended.
     *
     * @param wait the wait; null when the agent has ended
     */
    public void awaitsEnd(@Nullable FabricWait wait) {
        end = wait;
    }

    /**
     * {@return which thread waits for what} Callable from any thread at any time.
     */
    public List<FabricWait> waits() {
        return new PacerWaits(this, turns, deferred, idle).all(hasAgent, awaySince, death, end);
    }

    /**
     * Sets the handler of errors of mapped memory.
     *
     * @param handler makes the memory accessible again, or says false to let the error go on
     */
    public void onMemoryFault(Predicate<InternalError> handler) {
        memoryFaults = handler;
    }

    /**
     * {@return whether some device has queues without doorbells}
     */
    public boolean isPolled() {
        return turns.isPolled();
    }

    /** From now on an agent drives, and looks once more before each sleep. */
    public void agentStarts() {
        hasAgent = true;
    }

    /**
     * Notes that the agent has died, or is closed. Waiting threads get the cause; sleeping ones wake at once.
     *
     * @param cause what it has died of; null when it is closed
     */
    public void agentDied(@Nullable Throwable cause) {
        hasAgent = false;
        death = cause;
        idle.wake();
    }

    /**
     * Takes the agent's turn. When it cannot drive, a caller drives.
     *
     * @return whether there was work
     */
    public boolean agentTurn() {
        if (turns.isTaken()) {
            call();
        }
        return (!called || turns.isPolled()) && turn(SLEEP_NANOS, true);
    }

    /** Works, or sleeps when there was nothing to do for a while. */
    private boolean turn(long most, boolean isAgent) {
        if (!turns.take()) {
            idle.stepAside();
            return false;
        }
        boolean any;
        long next;
        IdleStrategy.Advice advice;
        try {
            any = workOrFault(Integer.MAX_VALUE) > 0;
            next = any ? nextDeadline() : FAR;
            advice = any ? IdleStrategy.Advice.POLL : idle.idled();
        } finally {
            turns.giveBack();
        }
        if (any) {
            tellSleeper(true, next);
        } else {
            follow(advice, most, isAgent);
        }
        return any;
    }

    /** The next deadline, if a thread that sleeps may have to know it. Only the driving thread calls this. */
    private long nextDeadline() {
        return idle.isAnyAsleep() ? turns.nextDeadline() : FAR;
    }

    /**
     * Wakes a sleeping thread if something is due before its sleep ends, or if it may wait for work that was done. The
     * agent in its nap waits for no work.
     */
    private void tellSleeper(boolean worked, long next) {
        if (worked && !agentNaps || next < sleepUntil) {
            idle.wake();
        }
    }

    private void follow(IdleStrategy.Advice advice, long most, boolean isAgent) {
        switch (advice) {
            case POLL -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case SLEEP -> {
                if (!turns.isPolled()) {
                    sleep(most, isAgent);
                } else if (!idle.waitBriefly()) {
                    sleep(Math.min(most, idle.nap()), isAgent);
                }
            }
        }
    }

    /** The JVM throws this error when the file behind mapped memory has become shorter. */
    private int workOrFault(int most) {
        try {
            return work(most);
        } catch (InternalError fault) {
            if (!memoryFaults.test(fault)) {
                throw fault;
            }
            return 0;
        }
    }

    private int work(int most) {
        int steps = turns.runDue(this, most);
        if (steps > 0) {
            idle.worked();
        }
        return steps;
    }

    private void sleep(long most, boolean isAgent) {
        if (!idle.enter()) {
            LockSupport.parkNanos(Math.min(most, NAP_NANOS));
            return;
        }
        try {
            long until = lastLook(now() + most);
            long nanos = until - now();
            if (nanos > 0) {
                sleepUntil = until;
                agentNaps = isAgent && turns.isPolled();
                if (turns.isPolled()) {
                    idle.nap(nanos);
                } else {
                    idle.sleep(nanos);
                }
            }
        } finally {
            sleepUntil = FAR;
            agentNaps = false;
            idle.leave();
        }
    }

    /** The time until when there is nothing to do; 0 when there is something. */
    private long lastLook(long latest) {
        if (!turns.take()) {
            return 0;
        }
        try {
            boolean busy = workOrFault(Integer.MAX_VALUE) > 0 || idle.hasNews() || deferred.isAny();
            return busy ? 0 : Math.min(latest, turns.nextDeadline());
        } finally {
            turns.giveBack();
        }
    }
}
