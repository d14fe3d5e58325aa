package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.route.Ports;
import dev.fenestra.hw.sim.fabric.route.Route;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The token that lets one thread at a time drive the stages and devices of a fabric, and the work of the thread that
 * holds it.
 */
public final class Turns {
    private final AtomicBoolean driven = new AtomicBoolean();
    /** Who has taken the token last. Stored only when it changes, since each store costs a barrier of the collector. */
    private @Nullable Thread driver;

    /** Queues that devices poll in each turn. */
    private final AtomicInteger polled = new AtomicInteger();

    private final Ports ports;
    private final Route route;
    private final Alarms alarms;
    private long looks;
    private long moves;
    /** Whether more than one thread has had the token. */
    private boolean isShared;

    /**
     * Makes the token of a fabric. Nobody has it yet.
     *
     * @param ports the devices
     * @param route the stages
     * @param alarms work that waits for a time
     */
    public Turns(Ports ports, Route route, Alarms alarms) {
        this.ports = ports;
        this.route = route;
        this.alarms = alarms;
    }

    /**
     * Takes the token.
     *
     * @return false when another thread has it
     */
    public boolean take() {
        boolean mine = driven.compareAndSet(false, true);
        if (mine && driver != Thread.currentThread()) {
            isShared |= driver != null;
            driver = Thread.currentThread();
        }
        return mine;
    }

    void giveBack() {
        driven.setRelease(false);
    }

    /** Whether some thread drives now. */
    boolean isTaken() {
        return driven.get();
    }

    /** Who drives now; null for nobody. Another thread may read an old one, but not again and again. */
    @Nullable
    Thread driver() {
        return driven.get() ? driver : null;
    }

    /**
     * How many looks at the devices there were. Only the driving thread counts. Another one may read an old number, but
     * not again and again.
     */
    long looks() {
        return looks;
    }

    /** Whether {@link #runDue} would find work. Only for the thread that has the token. */
    boolean isDue(long now) {
        return alarms.next() <= now || route.isReady(now) || ports.isReady(now);
    }

    /**
     * Runs what is due, and what that makes due, until there is nothing more.
     *
     * @return whether there was any work
     */
    boolean runDue(Pacer clock) {
        return runDue(clock, Integer.MAX_VALUE) > 0;
    }

    /**
     * Runs what is due, and what that makes due.
     *
     * @param clock read again for each step: real time passes while packets are sent and received, and no deadline is
     *     judged by an old reading
     * @param most steps; programs that post on and on make something due in each
     * @return steps with work
     */
    int runDue(Pacer clock, int most) {
        int steps = alarms.run(clock) ? 1 : 0;
        boolean more = true;
        if (isPolled()) {
            ports.look(clock.now());
        }
        while (more && steps < most) {
            looks++;
            more = route.poll(clock.now());
            more |= ports.poll(clock.now());
            steps += more ? 1 : 0;
        }
        if (steps > 0) {
            moves += steps;
        }
        return steps;
    }

    /** {@return steps with work so far} Only the driving thread counts; another one may read an old number. */
    public long moves() {
        return moves;
    }

    /** Whether more than one thread has driven so far: then another one may make work. Only with the token. */
    boolean isShared() {
        return isShared;
    }

    /**
     * Notes that a device has more queues without doorbells.
     *
     * @param more queues, negative for fewer
     */
    public void polls(int more) {
        polled.addAndGet(more);
    }

    /** {@return whether any device has queues without doorbells} */
    boolean isPolled() {
        return polled.get() > 0;
    }

    long nextDeadline() {
        return Math.min(alarms.next(), Math.min(route.nextDeadline(), ports.nextDeadline()));
    }
}
