package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.CqDoorbell;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The device's CQs, and when it tells the host of their entries.
 *
 * <p>An arm asks for one event: at the next entry, or at the next that is solicited or an error. Entries that software had not
 * consumed when it armed count as next, so that an entry which slips in between the last look and the arm is not lost; unless the last
 * event told of them already and software has consumed nothing since, for software that arms first and polls then.
 *
 * <p>An arm for any entry stays until its event: an arm for solicited ones that follows does not narrow it (IBA C11-31, C11-32). The record
 * holds the later word only, so the register's write tells of the earlier one.
 */
public final class Notifications {
    private static final long NANOS_PER_MICRO = 1_000;

    private final EventQueues events;
    private final ReadySet rung;
    private final NumberSet timed;
    private volatile boolean isRung;
    private volatile @Nullable CqContext[] queues = new @Nullable CqContext[256];
    private long earliest = QpContext.NEVER;

    Notifications(EventQueues events, int maxCqs) {
        this.events = events;
        rung = new ReadySet(maxCqs);
        timed = new NumberSet(maxCqs);
    }

    /** The CQ with this number, or null. */
    public @Nullable CqContext find(int number) {
        @Nullable CqContext[] table = queues;
        return number < table.length ? table[number] : null;
    }

    public void add(CqContext cq) {
        if (cq.number() >= queues.length) {
            queues = Arrays.copyOf(queues, Math.max(cq.number() + 1, queues.length * 2));
        }
        queues[cq.number()] = cq;
    }

    /** Forgets a CQ; the device has touched its memory for the last time. */
    public void remove(CqContext cq) {
        queues[cq.number()] = null;
    }

    /**
     * Software rang for a CQ: its doorbell record is to be looked at. Callable from any thread.
     *
     * @param arm the word that the record has as well, unless a later arm is there already
     */
    public void doorbell(int cqn, int arm) {
        CqContext cq = find(cqn);
        if (cq != null) {
            cq.asked(arm);
            rung.add(cqn);
            isRung = true;
        }
    }

    boolean isReady(long now) {
        return isRung || earliest <= now;
    }

    /** A lower bound of the time when an event that is held back must be told. */
    long earliest() {
        return earliest;
    }

    void poll(long now) {
        if (isRung) {
            isRung = false;
            for (int cqn = rung.takeFrom(0); cqn >= 0; cqn = rung.takeFrom(cqn + 1)) {
                look(cqn, now);
            }
        }
        if (earliest <= now) {
            earliest = QpContext.NEVER;
            for (int cqn = timed.takeFrom(0); cqn >= 0; cqn = timed.takeFrom(cqn + 1)) {
                look(cqn, now);
            }
        }
    }

    /** Tells of a CQ if it is armed and there is something to tell. */
    void look(int cqn, long now) {
        CqContext cq = find(cqn);
        if (cq != null && cq.isArmed()) {
            look(cq, now);
        }
    }

    private void look(CqContext cq, long now) {
        EqContext queue = cq.eventQueue;
        int wide = cq.wideArm();
        int arm = cq.armWord();
        if (queue == null || !isDue(cq, arm, cq.isForAny(arm, wide))) {
            return;
        }
        if (cq.maxCount > 0 && cq.period > 0 && cq.written() - cq.toldEnd < cq.maxCount) {
            if (cq.eventDeadline == QpContext.NEVER) {
                cq.eventDeadline = now + cq.period * NANOS_PER_MICRO;
            }
            if (now < cq.eventDeadline) {
                timed.add(cq.number());
                earliest = Math.min(earliest, cq.eventDeadline);
                return;
            }
        }
        cq.served(arm, wide);
        cq.toldEnd = cq.written();
        cq.toldConsumer = cq.consumer();
        cq.eventDeadline = QpContext.NEVER;
        events.completion(queue, cq.number());
    }

    private static boolean isDue(CqContext cq, int arm, boolean any) {
        int end = any ? cq.written() : cq.solicitedEnd;
        int consumed = CqDoorbell.CONSUMER.in(arm);
        boolean isTold = end - cq.toldEnd <= 0 && consumed == cq.toldConsumer;
        return CqContext.ahead(end, consumed) > 0 && !isTold;
    }
}
