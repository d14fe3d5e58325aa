package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;

/**
 * Time that callers move: by a fixed cost per {@link #progress}, and by jumps for callers that wait. The same program
 * always sees the same times, and no thread sleeps.
 */
public final class VirtualPacer implements Pacer {
    private final Turns turns;
    private final DeferredWork deferred;
    private final long pollNanos;
    private volatile long now;

    /**
     * Makes a clock at 0.
     *
     * @param turns steps the devices
     * @param deferred runs after each step
     * @param pollNanos the cost of an empty poll, nanoseconds
     */
    public VirtualPacer(Turns turns, DeferredWork deferred, long pollNanos) {
        this.turns = turns;
        this.deferred = deferred;
        this.pollNanos = pollNanos;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public boolean progress() {
        boolean any = false;
        if (turns.take()) {
            try {
                any = turns.runDue(this);
                now += pollNanos;
            } finally {
                turns.giveBack();
            }
        }
        return any;
    }

    @Override
    public void progressUntil(long limitNanos) {
        boolean mine = turns.take();
        while (!mine && now >= limitNanos) {
            Thread.onSpinWait();
            mine = turns.take();
        }
        if (!mine) {
            Thread.onSpinWait();
            return;
        }
        try {
            // Time does not jump over deferred work, on whatever thread it runs.
            if (!turns.runDue(this) && !deferred.isAny()) {
                now = Math.max(now, Math.min(turns.nextDeadline(), limitNanos));
            }
        } finally {
            turns.giveBack();
        }
    }

    @Override
    public boolean canMove() {
        if (!turns.take()) {
            return true;
        }
        try {
            return turns.isShared() || deferred.isAny() || turns.isDue(now) || turns.nextDeadline() != Long.MAX_VALUE;
        } finally {
            turns.giveBack();
        }
    }

    @Override
    public void wake() {
        // Nobody sleeps.
    }

    @Override
    public void foundRequests() {
        // Nobody sleeps.
    }

    @Override
    public <T, X extends Throwable> T withoutWaking(ScopedValue.CallableOp<T, X> work) throws X {
        return work.call();
    }

    @Override
    public void drain() {
        if (turns.take()) {
            try {
                turns.runDue(this);
            } finally {
                turns.giveBack();
            }
        }
    }

    @Override
    public void at(WaitPoint point) {
        // Nobody sleeps.
    }
}
