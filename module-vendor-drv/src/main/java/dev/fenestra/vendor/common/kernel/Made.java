package dev.fenestra.vendor.common.kernel;

import java.util.function.IntConsumer;

/**
 * A queue that a vendor has made, before the card knows it.
 *
 * @param <T> what the card works with
 * @param <C> capacity
 * @param queue what the card works with
 * @param capacity what it was made with, which may be more than was asked for
 * @param backing its memory
 * @param numbered gets the number that the card gives it, for the answer to the user half
 */
public record Made<T, C>(T queue, C capacity, Backing backing, IntConsumer numbered) {
    /**
     * A queue whose number the user half gets without the vendor's help, or not at all.
     *
     * @param queue what the card works with
     * @param capacity what it was made with
     * @param backing its memory
     */
    public Made(T queue, C capacity, Backing backing) {
        this(queue, capacity, backing, _ -> {});
    }
}
