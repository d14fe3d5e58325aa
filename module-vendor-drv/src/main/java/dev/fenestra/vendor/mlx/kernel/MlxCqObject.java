package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/** A completion queue. Its ring is another after a resize. */
final class MlxCqObject implements DriverCq {
    private final int number;
    private PinnedQueue queue;

    MlxCqObject(int number, PinnedQueue queue) {
        this.number = number;
        this.queue = queue;
    }

    /** The device's number. */
    int number() {
        return number;
    }

    /** Its pinned memory. */
    PinnedQueue queue() {
        return queue;
    }

    void queue(PinnedQueue moved) {
        queue = moved;
    }
}
