package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import org.jspecify.annotations.Nullable;

/** A QP. */
final class MlxQpObject implements DriverQp {
    private final int number;
    private final @Nullable MlxPinnedQueue queue;
    private final int receives;
    private volatile QpState told = QpState.RESET;

    /**
     * @param number the QP number
     * @param queue its pinned memory, or null for an XRC target, which has none
     * @param receives that its receive queue has room for; 0 when it has none of its own
     */
    MlxQpObject(int number, @Nullable MlxPinnedQueue queue, int receives) {
        this.number = number;
        this.queue = queue;
        this.receives = receives;
    }

    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param qp made by this driver
     */
    static MlxQpObject of(DriverQp qp) {
        return (MlxQpObject) qp;
    }

    @Override
    public int number() {
        return number;
    }

    @Nullable
    MlxPinnedQueue queue() {
        return queue;
    }

    /** {@return the state that the last command has told the device to enter} */
    QpState told() {
        return told;
    }

    void told(QpState state) {
        told = state;
    }

    @Override
    public QpCapacity capacity(QpCapacity asked) {
        return new QpCapacity(
                asked.maxSendWr(), receives, asked.maxSendSge(), asked.maxRecvSge(), asked.maxInlineData());
    }
}
