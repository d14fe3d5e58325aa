package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/** A completion queue. A resize replaces its ring. */
final class MlxCqObject implements DriverCq {
    private final int number;
    private final int cqeBytes;
    private MlxPinnedQueue queue;

    MlxCqObject(int number, int cqeBytes, MlxPinnedQueue queue) {
        this.number = number;
        this.cqeBytes = cqeBytes;
        this.queue = queue;
    }

    /**
     * {@return the object of this driver behind one that the kernel passes}
     *
     * @param cq made by this driver
     */
    static MlxCqObject of(DriverCq cq) {
        return (MlxCqObject) cq;
    }

    /** The device's number. */
    int number() {
        return number;
    }

    /** Bytes of an entry. */
    int cqeBytes() {
        return cqeBytes;
    }

    /** Its pinned memory. */
    MlxPinnedQueue queue() {
        return queue;
    }

    void queue(MlxPinnedQueue moved) {
        queue = moved;
    }
}
