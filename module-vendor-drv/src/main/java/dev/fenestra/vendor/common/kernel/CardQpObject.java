package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;

/** A QP. */
final class CardQpObject implements DriverQp {
    private final CardContext context;
    private final int number;
    private final QpType type;
    private final Made<CardQueues, QpCapacity> made;
    private volatile QpState told = QpState.RESET;

    CardQpObject(CardContext context, int number, QpType type, Made<CardQueues, QpCapacity> made) {
        this.context = context;
        this.number = number;
        this.type = type;
        this.made = made;
    }

    static CardQpObject of(DriverQp qp) {
        return (CardQpObject) qp;
    }

    CardContext context() {
        return context;
    }

    @Override
    public int number() {
        return number;
    }

    QpType type() {
        return type;
    }

    @Override
    public QpCapacity made(QpCapacity asked) {
        return made.capacity();
    }

    Made<CardQueues, QpCapacity> made() {
        return made;
    }

    /** The state that the kernel moved it to last; it may have failed since. */
    QpState told() {
        return told;
    }

    void told(QpState state) {
        told = state;
    }
}
