package dev.fenestra.ib.core.kernel.objects;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way to a process, oldest first, and how many of each object it has read: when an object is destroyed,
 * what is unread of it vanishes, and what was read the process must acknowledge (core/uverbs_main.c).
 *
 * @param <T> an event
 */
public final class EventQueue<T> {
    /** Stands in place of a handle: the event belongs to no object. */
    public static final int NO_OBJECT = 0;

    private final Deque<Entry<T>> unread = new ArrayDeque<>();
    private final Map<Integer, Integer> read = new HashMap<>();

    private volatile @Nullable Runnable listener;

    private record Entry<T>(int handle, T event) {}

    /** Calls somebody after each event that comes; who does so before may miss none. Null for nobody. */
    public void listener(@Nullable Runnable newListener) {
        listener = newListener;
    }

    public void add(int handle, T event) {
        synchronized (this) {
            unread.addLast(new Entry<>(handle, event));
        }
        Runnable told = listener;
        if (told != null) {
            told.run();
        }
    }

    public synchronized boolean isEmpty() {
        return unread.isEmpty();
    }

    /** Takes the oldest event; null when there is none. */
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

    /** Forgets an object that is gone; the result is how many of its events were read. */
    public synchronized int forget(int handle) {
        unread.removeIf(entry -> entry.handle == handle);
        Integer count = read.remove(handle);
        return count == null ? 0 : count;
    }

    public synchronized void clear() {
        unread.clear();
        read.clear();
    }
}
