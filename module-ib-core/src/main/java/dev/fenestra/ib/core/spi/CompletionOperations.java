package dev.fenestra.ib.core.spi;

/** Completion queues. */
public interface CompletionOperations extends DeviceOperations {

    /**
     * Creates a completion queue.
     *
     * @param context opened by this driver
     * @param cqe completions it must hold
     * @param udata bytes of the user half, and room for the answer
     * @return the CQ
     */
    DriverCq createCq(DriverContext context, int cqe, Udata udata);

    /**
     * Creates a completion queue whose events use one of the {@link #completionVectors}.
     *
     * @param context opened by this driver
     * @param cqe completions it must hold, at least 1
     * @param vector below their number
     * @param udata bytes of the user half, and room for the answer
     * @return the CQ
     */
    default DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        return createCq(context, cqe, udata);
    }

    /**
     * Gives a CQ another ring; entries that are not consumed stay.
     *
     * @param cq made by this driver
     * @param cqe completions it must hold
     * @param udata bytes of the user half, and room for the answer
     */
    default void resizeCq(DriverCq cq, int cqe, Udata udata) {
        throw Unsupported.operation(device(), "resize_cq");
    }

    /**
     * Moderates the events of a CQ: an event waits for so many completions, but not longer than the period. Either 0
     * switches moderation off.
     *
     * @param cq made by this driver
     * @param count completions
     * @param periodMicros on the device's clock
     */
    default void modifyCq(DriverCq cq, int count, int periodMicros) {
        throw Unsupported.operation(device(), "modify_cq");
    }

    /**
     * Ends a completion queue, which no QP uses any more.
     *
     * @param cq made by this driver
     */
    void destroyCq(DriverCq cq);

    /**
     * Asks for an event, by a system call (REQ_NOTIFY_CQ). User halves that ask by a doorbell make it only where that
     * may be lost ({@link MappedPage#lostArms}). An arm that a doorbell has made before counts too.
     *
     * @param cq made by this driver
     * @param solicitedOnly whether only a solicited completion or an error is to make the event
     */
    default void requestNotify(DriverCq cq, boolean solicitedOnly) {
        throw Unsupported.operation(device(), "req_notify_cq");
    }

    /** {@return over how many interrupts completion events can be spread; 0 when the device has none} */
    default int completionVectors() {
        return 0;
    }
}
