package dev.fenestra.tools.observe.waits;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks about once a second at all who wait, and names those who wait in vain: what they wait for has happened, or
 * nobody can make it happen. It says so of each wait once.
 */
public final class HangWatchdog implements AutoCloseable {
    /** The usual time after which a wait in vain is named. */
    public static final Duration USUAL_LIMIT = Duration.ofSeconds(3);

    private static final Duration USUAL_PERIOD = Duration.ofSeconds(1);

    /** A wait is named only after that many looks, so that a machine that stood still names nobody. */
    private static final int FEWEST_LOOKS = 3;

    private static final Set<HangWatchdog> RUNNING = ConcurrentHashMap.newKeySet();

    private final Waiters waiters;
    private final Duration limit;
    private final Duration period;
    private final Consumer<VainWait> listener;
    private final Standstill standstill = new Standstill();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<VainWait> findings = new CopyOnWriteArrayList<>();
    private Map<Suspicion, Seen> suspects = new HashMap<>();
    private final Set<Object> named = new HashSet<>();

    /** What is wrong with which wait. */
    private record Suspicion(Object key, VainWait.Reason reason) {}

    /**
     * How often, and since when it has been so.
     *
     * @param since as {@link System#nanoTime} has it
     */
    private record Seen(int looks, long since) {}

    /**
     * A watchdog that does not look yet. It will not name threads that stand still already.
     *
     * @param waiters those that it looks at
     * @param limit after this time a wait in vain is named
     * @param period between two looks
     * @param listener gets each finding, on the thread of the watchdog
     */
    HangWatchdog(Waiters waiters, Duration limit, Duration period, Consumer<VainWait> listener) {
        this.waiters = waiters;
        this.limit = limit;
        this.period = period;
        this.listener = listener;
        standstill.among(waiters.now()).forEach(one -> named.add(one.key()));
    }

    /**
     * Starts a watchdog that looks once a second, and names a wait in vain after three.
     *
     * @param waiters those that it looks at
     * @param listener gets each finding, on the thread of the watchdog
     * @return the watchdog, to be closed
     */
    public static HangWatchdog start(Waiters waiters, Consumer<VainWait> listener) {
        return start(waiters, USUAL_LIMIT, USUAL_PERIOD, listener);
    }

    /**
     * The same with other times.
     *
     * @param waiters those that it looks at
     * @param limit after this time a wait in vain is named
     * @param period between two looks
     * @param listener gets each finding, on the thread of the watchdog
     * @return the watchdog, to be closed
     */
    public static HangWatchdog start(Waiters waiters, Duration limit, Duration period, Consumer<VainWait> listener) {
        HangWatchdog watchdog = new HangWatchdog(waiters, limit, period, listener);
        RUNNING.add(watchdog);
        Thread.ofPlatform().daemon().name("fenestra-watchdog").start(watchdog::run);
        return watchdog;
    }

    /** {@return all watchdogs of this program that look, in no order} */
    public static List<HangWatchdog> running() {
        return List.copyOf(RUNNING);
    }

    /** {@return those who wait in vain, or have done so} */
    public List<VainWait> findings() {
        return List.copyOf(findings);
    }

    /** {@return who waits for whom at this moment, in words} */
    public String text() {
        return waiters.text(findings());
    }

    private void run() {
        try {
            while (!ended.await(period.toNanos(), TimeUnit.NANOSECONDS)) {
                look(System.nanoTime());
            }
        } catch (InterruptedException unwanted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once, at a time as {@link System#nanoTime} has it. */
    void look(long now) {
        Map<Suspicion, Seen> before = suspects;
        suspects = new HashMap<>();
        List<Waiting> all = waiters.now();
        for (Waiting one : all) {
            if (one.isHere()) {
                suspect(one, VainWait.Reason.HERE, before, now);
            } else if (!one.canCome()) {
                suspect(one, VainWait.Reason.NOBODY, before, now);
            }
        }
        for (Waiting one : standstill.among(all)) {
            suspect(one, VainWait.Reason.CIRCLE, before, now);
        }
    }

    private void suspect(Waiting one, VainWait.Reason reason, Map<Suspicion, Seen> before, long now) {
        Suspicion suspicion = new Suspicion(one.key(), reason);
        Seen last = before.getOrDefault(suspicion, new Seen(0, now));
        Seen seen = new Seen(last.looks + 1, last.since);
        suspects.put(suspicion, seen);
        if (seen.looks >= FEWEST_LOOKS && now - seen.since >= limit.toNanos() && named.add(one.key())) {
            VainWait finding = VainWait.now(one, reason, now - (one.since() == 0 ? seen.since : one.since()));
            findings.add(finding);
            listener.accept(finding);
        }
    }

    @Override
    public void close() {
        ended.countDown();
        RUNNING.remove(this);
    }
}
