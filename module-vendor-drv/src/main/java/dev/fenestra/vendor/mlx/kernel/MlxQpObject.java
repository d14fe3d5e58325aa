package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import org.jspecify.annotations.Nullable;

/**
 * A QP.
 *
 * @param number the QP number
 * @param queue its pinned memory, or null for an XRC target, which has none
 * @param receives that its receive queue has room for; 0 when it has none of its own
 */
record MlxQpObject(int number, @Nullable PinnedQueue queue, int receives) implements DriverQp {
    @Override
    public QpCapacity capacity(QpCapacity asked) {
        return new QpCapacity(
                asked.maxSendWr(), receives, asked.maxSendSge(), asked.maxRecvSge(), asked.maxInlineData());
    }
}
