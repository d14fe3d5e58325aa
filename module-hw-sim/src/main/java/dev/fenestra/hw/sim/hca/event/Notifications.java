package dev.fenestra.hw.sim.hca.event;

import dev.fenestra.hw.sim.hca.number.NumberSet;
import dev.fenestra.hw.sim.hca.number.ReadySet;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.queue.Moderation;
import dev.fenestra.hw.sim.hca.queue.NotifyingRing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The device's CQs and their completion events. An event is raised when it is due and moderation does not hold it back.
 */
public final class Notifications {
    private static final long NANOS_PER_MICRO = 1_000;

    private final EventQueues events;
    private final ReadySet rung;
    private final NumberSet timed;
    private volatile boolean isRung;
    private volatile @Nullable NotifyingRing[] queues = new @Nullable NotifyingRing[256];
    private long earliest = Moderation.NEVER;

    /**
     * Makes a device without CQs.
     *
     * @param events gets completion events
     * @param maxCqs one above the highest number of a CQ
     */
    public Notifications(EventQueues events, int maxCqs) {
        this.events = events;
        rung = new ReadySet(maxCqs);
        timed = new NumberSet(maxCqs);
    }

    /** The CQ with this number, or null. */
    private @Nullable NotifyingRing find(int number) {
        @Nullable NotifyingRing[] table = queues;
        return number < table.length ? table[number] : null;
    }

    /**
     * Adds a CQ.
     *
     * @param cq a CQ with a number that is not in use
     */
    public void add(NotifyingRing cq) {
        if (cq.number() >= queues.length) {
            queues = Arrays.copyOf(queues, Math.max(cq.number() + 1, queues.length * 2));
        }
        queues[cq.number()] = cq;
    }

    /**
     * Removes a CQ. The device no longer uses its memory.
     *
     * @param cq the CQ
     */
    public void remove(NotifyingRing cq) {
        queues[cq.number()] = null;
    }

    /**
     * Notes that software rang for a CQ. The device reads its doorbell record at the next turn. Callable from any
     * thread.
     *
     * @param cqn the CQ; ignored when it does not exist
     * @param arm the arm word
     */
    public void doorbell(int cqn, int arm) {
        NotifyingRing cq = find(cqn);
        if (cq != null) {
            cq.rang(arm);
            rung.add(cqn);
            isRung = true;
        }
    }

    /**
     * {@return whether a doorbell was rung, or an event that was held back is due}
     *
     * @param now the time, nanoseconds
     */
    public boolean isReady(long now) {
        return isRung || earliest <= now;
    }

    /** {@return a lower bound of the time at which an event that is held back is due, nanoseconds} */
    public long earliest() {
        return earliest;
    }

    /**
     * Serves the CQs whose doorbell was rung, and those whose event is due.
     *
     * @param now the time, nanoseconds
     */
    public void poll(long now) {
        if (isRung) {
            isRung = false;
            for (int cqn = rung.takeFrom(0); cqn >= 0; cqn = rung.takeFrom(cqn + 1)) {
                look(cqn, now);
            }
        }
        if (earliest <= now) {
            earliest = Moderation.NEVER;
            for (int cqn = timed.takeFrom(0); cqn >= 0; cqn = timed.takeFrom(cqn + 1)) {
                look(cqn, now);
            }
        }
    }

    /**
     * Raises the event of a CQ if it is armed and an entry is due.
     *
     * @param cqn the CQ
     * @param now the time, nanoseconds
     */
    public void look(int cqn, long now) {
        NotifyingRing cq = find(cqn);
        if (cq != null && cq.isArmed()) {
            look(cq, now);
        }
    }

    private void look(NotifyingRing cq, long now) {
        EventRing queue = cq.eventQueue();
        if (queue == null || !cq.isDue()) {
            return;
        }
        Moderation moderation = cq.moderation();
        if (moderation.holdsBack(cq.untold())) {
            if (moderation.deadline == Moderation.NEVER) {
                moderation.deadline = now + moderation.period * NANOS_PER_MICRO;
            }
            if (now < moderation.deadline) {
                timed.add(cq.number());
                earliest = Math.min(earliest, moderation.deadline);
                return;
            }
        }
        cq.told();
        moderation.deadline = Moderation.NEVER;
        events.completion(queue, cq.number());
    }
}
