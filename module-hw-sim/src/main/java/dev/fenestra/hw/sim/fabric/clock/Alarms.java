package dev.fenestra.hw.sim.fabric.clock;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Work of kernels that waits for a time on the clock of the fabric. When it is due, it becomes deferred work. */
public final class Alarms {
    private final DeferredWork deferred;
    /** Guarded by this. */
    private final PriorityQueue<Alarm> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Alarm::nanos).thenComparingLong(Alarm::serial));

    private long serial;
    /** The earliest one. A turn without alarms reads one word. */
    private volatile long next = Long.MAX_VALUE;

    /**
     * One that waits.
     *
     * @param serial those of one time run in the order of their calls
     */
    private record Alarm(long nanos, long serial, Runnable work) {}

    /**
     * Makes a list without alarms.
     *
     * @param deferred runs the work of an alarm that is due
     */
    public Alarms(DeferredWork deferred) {
        this.deferred = deferred;
    }

    /**
     * Adds an alarm. Callable from any thread.
     *
     * @param nanos when, on the clock of the fabric
     * @param work runs once, at that time or soon after it
     */
    public synchronized void add(long nanos, Runnable work) {
        waiting.add(new Alarm(nanos, serial++, work));
        next = Math.min(next, nanos);
    }

    /** {@return when the earliest is due, {@link Long#MAX_VALUE} for never} */
    long next() {
        return next;
    }

    /** {@return whether any was due} Without an alarm it does not read the clock: on a real one, that costs time. */
    boolean run(Pacer clock) {
        long earliest = next;
        if (earliest == Long.MAX_VALUE) {
            return false;
        }
        long now = clock.now();
        return now >= earliest && defer(now);
    }

    private synchronized boolean defer(long now) {
        boolean any = false;
        for (Alarm first = waiting.peek(); first != null && first.nanos() <= now; first = waiting.peek()) {
            deferred.add(waiting.remove().work());
            any = true;
        }
        Alarm left = waiting.peek();
        next = left == null ? Long.MAX_VALUE : left.nanos();
        return any;
    }
}
