package dev.fenestra.hw.sim.hca.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Queues that are polled. A look checks all queues that had something lately, and a few of the others in turn, so its
 * cost hardly depends on the number of idle queues. When looks are far apart, each checks all queues.
 *
 * @param <T> a queue
 */
final class HotList<T> {
    /** Idle queues in a look. */
    static final int SLICE = 8;

    /** Looks that are further apart than this are at all queues, nanoseconds. */
    static final long SELDOM_NANOS = 20_000;

    /** A queue that had nothing for so long is idle, nanoseconds. */
    static final long COOLS_NANOS = 50_000_000;

    private final Look<T> look;
    private final LongSupplier clock;
    /** The hot ones come first. */
    private final List<Place<T>> places = new ArrayList<>();

    private int hot;
    /** The idle queue whose turn is next. */
    private int next;

    /** The end of the last look. */
    private long looked;
    /** Whether a queue had something in this look. */
    private boolean found;

    /** Looks at a queue, and says whether it had something. */
    interface Look<T> {
        boolean at(T queue, long now);
    }

    private static final class Place<T> {
        final T queue;
        long active;

        Place(T queue) {
            this.queue = queue;
        }
    }

    /**
     * @param look looks at one queue
     * @param clock the time, nanoseconds
     */
    HotList(Look<T> look, LongSupplier clock) {
        this.look = look;
        this.clock = clock;
    }

    void add(T queue) {
        places.add(new Place<>(queue));
    }

    boolean has(T queue) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).queue == queue) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether it was there} */
    boolean remove(T queue) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).queue == queue) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    private void removeAt(int index) {
        int hole = index;
        if (hole < hot) {
            hot--;
            Collections.swap(places, hole, hot);
            hole = hot;
        }
        Collections.swap(places, hole, places.size() - 1);
        places.removeLast();
    }

    /**
     * Looks at the hot queues and at some idle ones.
     *
     * @param now the time, nanoseconds
     * @return whether one of them had something
     */
    boolean look(long now) {
        found = false;
        boolean isSeldom = now - looked > SELDOM_NANOS;
        lookAtHot(now);
        int idle = places.size() - hot;
        lookAtIdle(isSeldom ? idle : Math.min(idle, SLICE), now);
        // A look at thousands of queues takes long by itself, which does not make the next one seldom.
        looked = isSeldom ? clock.getAsLong() : now;
        return found;
    }

    private void lookAtHot(long now) {
        for (int i = hot - 1; i >= 0; i--) {
            Place<T> place = places.get(i);
            if (look.at(place.queue, now)) {
                place.active = now;
                found = true;
            } else if (now - place.active > COOLS_NANOS) {
                hot--;
                Collections.swap(places, i, hot);
            }
        }
    }

    private void lookAtIdle(int count, long now) {
        for (int i = 0; i < count; i++) {
            if (next < hot || next >= places.size()) {
                next = hot;
            }
            Place<T> place = places.get(next);
            if (look.at(place.queue, now)) {
                place.active = now;
                found = true;
                Collections.swap(places, next, hot);
                hot++;
            } else {
                next++;
            }
        }
    }
}
