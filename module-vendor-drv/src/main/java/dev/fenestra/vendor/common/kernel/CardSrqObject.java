package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.CardSrq;
import dev.fenestra.hw.sim.card.PostedQueue;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** A shared receive queue. Its ring is another after a resize; ib-core lets one call at a time change it. */
final class CardSrqObject implements DriverSrq {
    private final CardContext context;
    private final int number;
    private final CardSrq queue;
    private volatile Made<PostedQueue, SrqCapacity> made;

    CardSrqObject(CardContext context, int number, CardSrq queue, Made<PostedQueue, SrqCapacity> made) {
        this.context = context;
        this.number = number;
        this.queue = queue;
        this.made = made;
    }

    static CardSrqObject of(DriverSrq srq) {
        return (CardSrqObject) srq;
    }

    CardContext context() {
        return context;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public SrqCapacity made(SrqCapacity asked) {
        return made.capacity();
    }

    CardSrq queue() {
        return queue;
    }

    Made<PostedQueue, SrqCapacity> made() {
        return made;
    }

    void made(Made<PostedQueue, SrqCapacity> other) {
        made = other;
    }
}
