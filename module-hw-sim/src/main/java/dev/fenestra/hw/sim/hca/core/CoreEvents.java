package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.queue.Event;

/** Hears what a device tells its host. The device calls it in the middle of a step: it must only take notes. */
public interface CoreEvents {
    /**
     * An armed CQ has got the entry that it waited for.
     *
     * @param cqn the CQ
     */
    void completed(int cqn);

    /**
     * Something else has happened. Missing pages have a listener of their own.
     *
     * @param event what has happened
     */
    void raised(Event event);
}
