package dev.fenestra.vendor.mlx.user;

import org.jspecify.annotations.Nullable;

/**
 * Gives equal values one object. Most queues of a program have the same sizes and options, and a processor's cache then
 * holds these once and not for each queue.
 *
 * @param <T> an immutable value
 */
final class Latest<T> {
    private volatile @Nullable T latest;

    /** Returns the value given last if it equals this one, else this one. */
    T of(T value) {
        T last = latest;
        if (last != null && value.equals(last)) {
            return last;
        }
        latest = value;
        return value;
    }
}
