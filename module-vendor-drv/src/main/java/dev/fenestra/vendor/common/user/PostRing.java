package dev.fenestra.vendor.common.user;

import java.lang.foreign.MemorySegment;

/**
 * A ring of requests as the user half fills it. Requests are named by a count, modulo 65536, from 0 on after each
 * reset. One thread at a time uses it, but for {@link #completed}.
 */
public interface PostRing {
    /** No request. */
    int NONE = -1;

    /** {@return requests that it can hold} */
    int room();

    /**
     * {@return whether there is no room for a request}
     *
     * @param count of the request
     */
    boolean isFull(int count);

    /**
     * {@return the memory of a request}
     *
     * @param count of the request
     */
    MemorySegment segment(int count);

    /**
     * {@return where in its memory the request begins}
     *
     * @param count of the request
     */
    long offset(int count);

    /** {@return bytes of a request} */
    int bytes();

    /**
     * {@return what its completion calls the request that is posted next; by default its count}
     *
     * @param count of the request
     */
    default int name(int count) {
        return count;
    }

    /** {@return a number that names of requests are below} */
    default int names() {
        return Integer.highestOneBit(Math.max(1, room())) << 1;
    }

    /**
     * Says that the request written last is complete. By default each request takes one slot, and has its place before.
     *
     * @param count of the request
     * @param slots that it takes
     */
    default void written(int count, int slots) {}

    /**
     * {@return what completions call the oldest request that has not completed; {@link #NONE} when all have} A ring
     * whose failures are told for each request has no need of it.
     */
    default int oldest() {
        return NONE;
    }

    /**
     * Clears the first bytes of a request that is about to be written. The card does not take it for a new one.
     *
     * @param count of the request
     * @param length bytes
     */
    default void clear(int count, int length) {
        segment(count).asSlice(offset(count), length).fill((byte) 0);
    }

    /**
     * Hands requests to the card, and tells it.
     *
     * @param end count after that of the last request
     */
    void publish(int end);

    /**
     * A completion was polled.
     *
     * @param count of the request, as its completion names it
     */
    default void completed(int count) {}

    /** The QP was reset: the ring is empty. */
    void reset();

    /** Gives the memory back. */
    default void free() {}
}
