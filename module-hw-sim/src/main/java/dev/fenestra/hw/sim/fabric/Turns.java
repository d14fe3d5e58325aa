package dev.fenestra.hw.sim.fabric;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The token that lets one thread at a time drive the stages and devices of a fabric, and the work of the thread that
 * holds it.
 */
final class Turns {
    /** Who has the token. */
    private final AtomicReference<@Nullable Thread> driver = new AtomicReference<>();
    /** Queues that devices poll in each turn. */
    private final AtomicInteger polled = new AtomicInteger();

    private final Ports ports;
    private final Route route;
    private final Alarms alarms;
    private long looks;

    Turns(Ports ports, Route route, Alarms alarms) {
        this.ports = ports;
        this.route = route;
        this.alarms = alarms;
    }

    /** Takes the token; false when another thread drives. */
    boolean take() {
        return driver.compareAndSet(null, Thread.currentThread());
    }

    void giveBack() {
        driver.setRelease(null);
    }

    /** Whether some thread drives now. */
    boolean isTaken() {
        return driver.get() != null;
    }

    /** Who drives now; null for nobody. */
    @Nullable
    Thread driver() {
        return driver.get();
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
        return steps;
    }

    /** Notes that a device has more queues without doorbells. */
    void polls(int more) {
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
