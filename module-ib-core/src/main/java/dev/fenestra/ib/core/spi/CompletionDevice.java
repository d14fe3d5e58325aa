package dev.fenestra.ib.core.spi;

/** The part of a device that has completion queues. Every {@link RdmaDevice} is one. */
public interface CompletionDevice extends NamedDevice {

    /**
     * Creates a completion queue.
     *
     * @param cqe completions it must hold
     */
    DriverCq createCq(DriverContext context, int cqe, Udata udata);

    /**
     * Creates a completion queue whose events use one of the {@link #completionVectors}.
     *
     * @param vector below their number
     */
    default DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        return createCq(context, cqe, udata);
    }

    /**
     * Gives a CQ another ring; entries that are not consumed stay.
     *
     * @param cqe completions it must hold
     */
    default void resizeCq(DriverCq cq, int cqe, Udata udata) {
        throw Unsupported.operation(this, "resize_cq");
    }

    /**
     * Moderates the events of a CQ: an event waits for so many completions, but not longer than the period. Either 0
     * switches moderation off.
     *
     * @param periodMicros on the device's clock
     */
    default void modifyCq(DriverCq cq, int count, int periodMicros) {
        throw Unsupported.operation(this, "modify_cq");
    }

    /** Ends a completion queue; no QP completes there any more. */
    void destroyCq(DriverCq cq);

    /** Over how many lines completion events may be spread; 0 when the device has none. */
    default int completionVectors() {
        return 0;
    }
}
