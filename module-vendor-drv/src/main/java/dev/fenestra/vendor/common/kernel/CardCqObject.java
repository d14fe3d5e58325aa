package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/** A completion queue. Its ring is another after a resize; ib-core lets one call at a time change it. */
final class CardCqObject implements DriverCq {
    private final CardContext context;
    private final int number;
    private volatile Made<?, Integer> made;

    CardCqObject(CardContext context, int number, Made<?, Integer> made) {
        this.context = context;
        this.number = number;
        this.made = made;
    }

    static CardCqObject of(DriverCq cq) {
        return (CardCqObject) cq;
    }

    CardContext context() {
        return context;
    }

    int number() {
        return number;
    }

    @Override
    public int made(int asked) {
        return made.capacity();
    }

    Made<?, Integer> made() {
        return made;
    }

    void made(Made<?, Integer> other) {
        made = other;
    }
}
