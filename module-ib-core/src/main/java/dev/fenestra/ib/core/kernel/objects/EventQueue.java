package dev.fenestra.ib.core.kernel.objects;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events for a process, oldest first, and how many of each object it has read. When an object is destroyed, its unread
 * events are removed, and the process must acknowledge those that were read (core/uverbs_main.c).
 *
 * @param <T> type of the events
 */
public final class EventQueue<T> {
    /** In place of a handle: the event belongs to no object. */
    public static final int NO_OBJECT = 0;

    private final Deque<Entry<T>> unread = new ArrayDeque<>();
    private final Map<Integer, Integer> read = new HashMap<>();

    private volatile @Nullable Runnable listener;

    private record Entry<T>(int handle, T event) {}

    /** Makes an empty queue. */
    public EventQueue() {}

    /**
     * Sets the listener for events; null removes it. A caller that sets it before it reads misses no event.
     *
     * @param newListener called without arguments
     */
    public void listener(@Nullable Runnable newListener) {
        listener = newListener;
    }

    /**
     * Adds an event.
     *
     * @param handle of its object, or the constant for none
     * @param event the event
     */
    public void add(int handle, T event) {
        synchronized (this) {
            unread.addLast(new Entry<>(handle, event));
        }
        Runnable told = listener;
        if (told != null) {
            told.run();
        }
    }

    /** {@return whether no event is unread} */
    public synchronized boolean isEmpty() {
        return unread.isEmpty();
    }

    /** {@return the oldest event, which is removed; null when there is none} */
    public synchronized @Nullable T read() {
        Entry<T> oldest = unread.pollFirst();
        if (oldest == null) {
            return null;
        }
        if (oldest.handle != NO_OBJECT) {
            read.merge(oldest.handle, 1, Integer::sum);
        }
        return oldest.event;
    }

    /**
     * Forgets an object that is destroyed.
     *
     * @param handle of the object
     * @return events of it that were read
     */
    public synchronized int forget(int handle) {
        unread.removeIf(entry -> entry.handle == handle);
        Integer count = read.remove(handle);
        return count == null ? 0 : count;
    }

    /** Removes all events. */
    public synchronized void clear() {
        unread.clear();
        read.clear();
    }
}
