package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;

/** Where the entries of a completion queue lie, and how they are handed to software. */
public interface CompletionPlaces {
    /** {@return whether there is room for one more entry} */
    boolean hasRoom();

    /** {@return the memory of the next entry} */
    MemorySegment segment();

    /** {@return where in its memory the next entry begins} */
    long offset();

    /** Hands the next entry to software; its bytes have been written. */
    void publish();

    /** How software asks for an event by a word in memory. */
    enum Asked {
        /** It does not, or was told. */
        NOTHING,
        /** For a solicited entry or an error. */
        SOLICITED,
        /** For any entry. */
        ANY
    }

    /** {@return how software asks for an event by a word in memory; by default it makes calls} */
    default Asked asked() {
        return Asked.NOTHING;
    }

    /**
     * {@return how many entries lie between those that software had taken when it asked, and a count}
     *
     * @param written the count of entries, free-running
     */
    default int writtenSince(int written) {
        return 0;
    }

    /** {@return how many entries software has taken, free-running; of no use where software takes all by itself} */
    default int taken() {
        return 0;
    }

    /** Notes that the event for which software asked has been raised. */
    default void told() {}
}
