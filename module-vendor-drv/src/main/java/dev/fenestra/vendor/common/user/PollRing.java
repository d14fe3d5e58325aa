package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.format.Word;
import java.lang.foreign.MemorySegment;

/** A ring of completions as the user half reads it. One thread at a time uses it. */
public interface PollRing {
    /** {@return completions that it can hold} */
    int capacity();

    /**
     * {@return whether an entry is there; then its bytes are visible}
     *
     * @param ahead how many entries lie before it that were not taken
     */
    boolean isNew(int ahead);

    /**
     * {@return the memory of an entry}
     *
     * @param ahead how many entries lie before it that were not taken
     */
    MemorySegment segment(int ahead);

    /**
     * {@return where in its memory the entry begins}
     *
     * @param ahead how many entries lie before it that were not taken
     */
    long offset(int ahead);

    /**
     * Changes a word of an entry, where it lies.
     *
     * @param ahead how many entries lie before it that were not taken
     * @param word is set to 0
     */
    default void clear(int ahead, Word word) {
        word.set(segment(ahead), offset(ahead), 0);
    }

    /** Takes the first entry. */
    void take();

    /** Tells the card how many entries were taken. */
    void publish();

    /**
     * Asks for an event.
     *
     * @param solicitedOnly whether only a solicited entry or an error makes it
     */
    void arm(boolean solicitedOnly);

    /** Gives the memory back. */
    default void free() {}
}
