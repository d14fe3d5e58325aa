package dev.fenestra.hw.sim.hca.queue;

/** The receive requests of a shared receive queue. The vendor decides on their format. */
public interface SharedReceives {
    /** No receive is posted. */
    int EMPTY = -1;

    /**
     * Takes the next receive request. It belongs to that QP until it completes.
     *
     * @param taker queues of the QP that takes it
     * @return its index, by which {@link #source} and its completion name it, or {@link #EMPTY}
     */
    int take(WorkQueues taker);

    /** {@return receive requests that are posted and not taken} */
    int posted();

    /**
     * {@return the place of a receive request after it was taken}
     *
     * @param taker as in {@link #take}
     */
    ReceiveSource source(WorkQueues taker);
}
