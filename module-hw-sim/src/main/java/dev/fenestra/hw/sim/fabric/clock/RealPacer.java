package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Time that moves by itself. A waiting thread polls for a while, then sleeps until something comes. A
 * {@code FabricAgent} leaves the work to callers while they drive.
 */
public final class RealPacer implements Pacer {
    /** Longest sleep of a poll after several polls in a row found nothing, nanoseconds. */
    private static final long POLL_SLEEP_NANOS = 1_000_000;

    /** Longest sleep of the agent, and of a caller that waits, before it polls again, nanoseconds. */
    private static final long SLEEP_NANOS = 10_000_000;

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
    private final Sleeper sleeper = new Sleeper();
    private final AgentState agent = new AgentState(sleeper);
    /** Bound while the current thread is going to drive. */
    private final ScopedValue<RealPacer> promise = ScopedValue.newInstance();

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
        agent.call();
        return turn(POLL_SLEEP_NANOS, false);
    }

    @Override
    public void progressUntil(long limitNanos) {
        agent.call();
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
        if (sleeper.isAny() && !promise.isBound()) {
            sleeper.wake();
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
            if (tries == MOST_TRIES && agent.isAlive()) {
                sleeper.wake();
                return;
            }
            stepAside(tries);
        }
        int most = agent.isAlive() ? MOST_STEPS : Integer.MAX_VALUE;
        int steps;
        long next;
        try {
            steps = workOrFault(most);
            next = nextDeadline();
        } finally {
            turns.giveBack();
        }
        if (steps == most) {
            sleeper.wake();
        }
        sleeper.tell(steps > 0, next);
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
        sleeper.at(point);
    }

    /**
     * {@return which thread waits for what} Callable from any thread at any time.
     */
    public List<FabricWait> waits() {
        return new PacerWaits(this, turns, deferred, idle, sleeper, agent).all();
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

    /** {@return what the agent does} */
    public AgentState agent() {
        return agent;
    }

    /**
     * Takes the agent's turn. When it cannot drive, a caller drives.
     *
     * @return whether there was work
     */
    public boolean agentTurn() {
        if (turns.isTaken()) {
            agent.call();
        }
        return (!agent.isCalled() || turns.isPolled()) && turn(SLEEP_NANOS, true);
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
            next = any ? nextDeadline() : Sleeper.FAR;
            advice = any ? IdleStrategy.Advice.POLL : idle.idled();
        } finally {
            turns.giveBack();
        }
        if (any) {
            sleeper.tell(true, next);
        } else {
            follow(advice, most, isAgent);
        }
        return any;
    }

    /** The next deadline, if a thread that sleeps may have to know it. Only the driving thread calls this. */
    private long nextDeadline() {
        return sleeper.isAny() ? turns.nextDeadline() : Sleeper.FAR;
    }

    private void follow(IdleStrategy.Advice advice, long most, boolean isAgent) {
        switch (advice) {
            case POLL -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case SLEEP -> {
                if (!turns.isPolled()) {
                    sleep(most, isAgent);
                } else if (!idle.waitBriefly()) {
                    sleep(Math.min(most, idle.napNanos()), isAgent);
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
        if (!sleeper.enter()) {
            LockSupport.parkNanos(Math.min(most, NAP_NANOS));
            return;
        }
        try {
            long until = lastLook(now() + most);
            long nanos = until - now();
            if (nanos > 0) {
                sleepUntil(until, nanos, isAgent);
            }
        } finally {
            sleeper.leave();
        }
    }

    private void sleepUntil(long until, long nanos, boolean isAgent) {
        boolean isPolled = turns.isPolled();
        if (isPolled && isAgent) {
            sleeper.nap(until, nanos);
        } else {
            sleeper.sleep(until, nanos);
        }
        // Queues without doorbells end no sleep, so nothing is learned from one beside them.
        if (!isPolled) {
            idle.slept();
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
