package dev.fenestra.hw.sim.card;

import java.lang.foreign.MemorySegment;

/**
 * A queue of requests as the card sees it: how many software has posted, and where each of them lies. Requests are
 * named by index, a count of slots modulo 65536. Software may store anything there at any time.
 */
public interface PostedQueue {
    /** {@return slots, a power of two} */
    int slots();

    /** {@return slots posted so far, modulo 65536; all bytes of those requests are visible} */
    int posted();

    /**
     * {@return the memory of a request}
     *
     * @param index of the request
     */
    MemorySegment segment(int index);

    /**
     * {@return where in its memory the request begins}
     *
     * @param index of the request
     */
    long offset(int index);

    /**
     * {@return bytes that lie together from the beginning of a request on}
     *
     * @param index of the request
     */
    int bytes(int index);

    /**
     * {@return what completions call a request; by default its index}
     *
     * @param index of the request
     */
    default int name(int index) {
        return index;
    }

    /**
     * Says that the card does not look at a request any more, nor at the earlier ones.
     *
     * @param index of the request
     */
    default void retired(int index) {}

    /** The QP was reset: the queue is empty, and counts from 0 again. */
    void reset();
}
