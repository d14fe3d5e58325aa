package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.queue.NotifyingRing;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import java.util.HashMap;
import java.util.Map;

/** Completion queues of a device that tell the host of their entries. */
public final class CqControl {
    private final Notifications notifications;
    private final PolledQueues polled;
    private final EventRing events;
    private final NumberPool numbers;
    private final Map<Integer, NotifyingRing> queues = new HashMap<>();

    CqControl(Notifications notifications, PolledQueues polled, EventRing events, HcaLimits limits) {
        this.notifications = notifications;
        this.polled = polled;
        this.events = events;
        numbers = new NumberPool(HcaLimits.FIRST_CQ, 1 << limits.logMaxCq());
    }

    /** Makes a CQ in the vendor's format. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Makes it.
         *
         * @param number of the CQ
         * @param events where its events go
         * @return the CQ
         */
        NotifyingRing make(int number, EventRing events);
    }

    /**
     * Creates a CQ.
     *
     * @param maker makes it, once it has a number
     * @return its number, or refused when all numbers are in use
     */
    public Reply create(Maker maker) {
        int number = numbers.take();
        if (number == NumberPool.NONE) {
            return new Reply(CommandSyndrome.CQ_LIMIT, 0);
        }
        NotifyingRing made = maker.make(number, events);
        queues.put(number, made);
        notifications.add(made);
        return new Reply(CommandSyndrome.NONE, number);
    }

    /**
     * Has the device look in each turn whether a CQ is armed, because nobody will tell it.
     *
     * @param number of the CQ; ignored when it does not exist
     */
    public void poll(int number) {
        NotifyingRing cq = queues.get(number);
        if (cq != null) {
            polled.add(cq);
        }
    }

    /**
     * Raises the event of a CQ if it is armed and an entry is due.
     *
     * @param number of the CQ; ignored when it does not exist
     * @param now the time, nanoseconds
     */
    public void look(int number, long now) {
        notifications.look(number, now);
    }

    /**
     * Destroys a CQ. No QP may use it.
     *
     * @param number of the CQ; ignored when it does not exist
     */
    public void destroy(int number) {
        NotifyingRing cq = queues.remove(number);
        if (cq != null) {
            polled.remove(cq);
            notifications.remove(cq);
            numbers.free(number);
        }
    }
}
