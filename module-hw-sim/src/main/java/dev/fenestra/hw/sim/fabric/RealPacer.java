package dev.fenestra.hw.sim.fabric;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves by itself. A waiting thread polls for a while, then sleeps until something comes. A
 * {@link FabricAgent} leaves the work to callers while they drive.
 */
final class RealPacer implements Pacer {
    /** How long a poll may take that finds nothing, as those before it did, nanoseconds. */
    private static final long POLL_SLEEP_NANOS = 1_000_000;

    /** The longest that a caller who waits, or the agent, sleeps before it polls again, nanoseconds. */
    private static final long SLEEP_NANOS = 10_000_000;

    /** A nap of a thread that wants to sleep where another one sleeps already, nanoseconds. */
    private static final long NAP_NANOS = 50_000;

    private final long start = System.nanoTime();
    private final Turns turns;
    private final DeferredWork deferred;
    private final IdleStrategy idle = new IdleStrategy();
    /** A caller has asked for a turn since the agent looked last. */
    private volatile boolean called;

    /** What the agent has died of. */
    private volatile @Nullable Throwable death;

    private volatile Predicate<InternalError> memoryFaults = _ -> false;

    RealPacer(Turns turns, DeferredWork deferred) {
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
        return turn(POLL_SLEEP_NANOS);
    }

    @Override
    public void progressUntil(long limitNanos) {
        call();
        long left = limitNanos - now();
        if (left > 0) {
            turn(Math.min(SLEEP_NANOS, left));
            return;
        }
        while (!turns.take()) {
            Thread.onSpinWait();
        }
        try {
            turns.runDue(this);
        } finally {
            turns.giveBack();
        }
    }

    @Override
    public void wake() {
        idle.wake();
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
     * Whether a caller has driven since this was asked last, or wanted to; for the agent, which then leaves it to
     * callers.
     */
    boolean takeCalled() {
        boolean found = called;
        if (found) {
            called = false;
        }
        return found;
    }

    void onMemoryFault(Predicate<InternalError> handler) {
        memoryFaults = handler;
    }

    /** Whether some device has queues without doorbells. */
    boolean isPolled() {
        return turns.isPolled();
    }

    /** The agent has died, or with null is closed. Waiting threads get the cause; sleeping ones wake at once. */
    void agentDied(@Nullable Throwable cause) {
        death = cause;
        idle.wake();
    }

    /** The agent's turn. When it cannot drive, a caller drives. */
    boolean agentTurn() {
        if (turns.isTaken()) {
            call();
        }
        return (!called || turns.isPolled()) && turn(SLEEP_NANOS);
    }

    /** Works, or sleeps when there was nothing to do for a while. */
    private boolean turn(long most) {
        if (!turns.take()) {
            Thread.yield();
            return false;
        }
        boolean any;
        IdleStrategy.Advice advice;
        try {
            any = workOrFault();
            advice = any ? IdleStrategy.Advice.POLL : idle.idled();
        } finally {
            turns.giveBack();
        }
        if (any) {
            // A sleeping thread may wait for the work that was done.
            idle.wake();
        } else {
            follow(advice, most);
        }
        return any;
    }

    private void follow(IdleStrategy.Advice advice, long most) {
        switch (advice) {
            case POLL -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case SLEEP -> {
                if (!turns.isPolled()) {
                    sleep(most);
                } else if (!idle.waitBriefly()) {
                    sleep(Math.min(most, idle.nap()));
                }
            }
        }
    }

    /** The JVM throws this error when the file behind mapped memory has become shorter. */
    private boolean workOrFault() {
        try {
            return work();
        } catch (InternalError fault) {
            if (!memoryFaults.test(fault)) {
                throw fault;
            }
            return false;
        }
    }

    private boolean work() {
        boolean any = turns.runDue(this);
        if (any) {
            idle.worked();
        }
        return any;
    }

    private void sleep(long most) {
        if (!idle.enter()) {
            LockSupport.parkNanos(Math.min(most, NAP_NANOS));
            return;
        }
        try {
            long nanos = lastLook(most);
            if (nanos > 0 && turns.isPolled()) {
                idle.nap(nanos);
            } else if (nanos > 0) {
                idle.sleep(nanos);
            }
        } finally {
            idle.leave();
        }
    }

    /** How long there is nothing to do, nanoseconds; 0 when there is something. */
    private long lastLook(long most) {
        if (!turns.take()) {
            return 0;
        }
        try {
            boolean busy = workOrFault() || idle.hasNews() || deferred.isAny();
            return busy ? 0 : Math.min(most, turns.nextDeadline() - now());
        } finally {
            turns.giveBack();
        }
    }
}
