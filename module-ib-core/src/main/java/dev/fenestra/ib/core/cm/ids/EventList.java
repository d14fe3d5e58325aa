package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.protocol.CmLock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The unread events of a channel, oldest first. */
final class EventList {
    private final CmLock lock;
    private final Deque<Entry> unread = new ArrayDeque<>();
    private @Nullable Runnable listener;

    /**
     * An event that is not read yet.
     *
     * @param event what is read
     * @param of who counts it as read; for a request, the listening id
     * @param requested the new id of a request, or null
     */
    record Entry(CmEvent event, EventOwner of, @Nullable EventOwner requested) {}

    EventList(CmLock lock) {
        this.lock = lock;
    }

    void listener(@Nullable Runnable newListener) {
        listener = newListener;
    }

    void add(Entry entry) {
        unread.addLast(entry);
        Runnable told = listener;
        if (told != null) {
            lock.later(told);
        }
    }

    boolean isEmpty() {
        return unread.isEmpty();
    }

    /** The oldest event; whom it is of hears that it is read. */
    @Nullable
    CmEvent read() {
        Entry oldest = unread.pollFirst();
        if (oldest == null) {
            return null;
        }
        oldest.of.eventRead(oldest.event);
        return oldest.event;
    }

    /** Takes away what is unread of an object, oldest first. */
    List<Entry> remove(EventOwner object) {
        List<Entry> removed = new ArrayList<>();
        for (Iterator<Entry> entries = unread.iterator(); entries.hasNext(); ) {
            Entry entry = entries.next();
            if (entry.of == object || entry.requested == object) {
                removed.add(entry);
                entries.remove();
            }
        }
        return removed;
    }
}
