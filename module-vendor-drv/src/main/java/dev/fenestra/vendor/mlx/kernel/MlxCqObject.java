package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverCq;

/** A completion queue. A resize replaces its ring. */
final class MlxCqObject implements DriverCq {
    private final MlxContext context;
    private final int number;
    private final int cqeBytes;
    private MlxPinnedQueue queue;

    MlxCqObject(MlxContext context, int number, int cqeBytes, MlxPinnedQueue queue) {
        this.context = context;
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

    /** The opened device of its process. */
    MlxContext context() {
        return context;
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
