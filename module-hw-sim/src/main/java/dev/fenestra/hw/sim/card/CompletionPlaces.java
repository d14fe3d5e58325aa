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
}
