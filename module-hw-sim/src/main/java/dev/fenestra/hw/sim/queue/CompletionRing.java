package dev.fenestra.hw.sim.queue;

/** The ring in which a device reports completions. The vendor decides on its format. */
public interface CompletionRing {

    /** Bytes of data that an entry has room for. */
    default int inlineRoom() {
        return 0;
    }

    /** The completion queue's number. */
    int number();

    /**
     * Writes one entry and hands it to software.
     *
     * @param queues in which the completed request lies
     * @return false when there was no room: the entry is lost and the queue dead from now on
     */
    boolean write(WorkQueues queues, Completion completion);

    /** Whether software asked for an event and the host has not been told since; looked at after each entry. */
    default boolean isArmed() {
        return false;
    }

    /** An entry was lost. False when that is not the first time: the host is told of a dead queue once. */
    default boolean die() {
        return true;
    }
}
