package dev.fenestra.hw.sim.hca.queue;

/** The ring in which a device reports completions. The vendor decides on its format. */
public interface CompletionRing {

    /** {@return bytes of data that an entry has room for} */
    default int inlineRoom() {
        return 0;
    }

    /** {@return the completion queue's number} */
    int number();

    /**
     * Writes one entry and hands it to software.
     *
     * @param queues in which the completed request lies
     * @param completion the outcome of the request
     * @return false when there was no room: the entry is lost and the queue dead from now on
     */
    boolean write(WorkQueues queues, Completion completion);

    /** {@return whether software has armed the queue and got no event since} The engine asks after each entry. */
    default boolean isArmed() {
        return false;
    }

    /**
     * Notes that an entry was lost.
     *
     * @return whether it is the first time: the host is told of a dead queue once
     */
    default boolean die() {
        return true;
    }
}
