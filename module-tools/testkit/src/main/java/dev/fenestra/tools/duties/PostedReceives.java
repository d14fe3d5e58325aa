package dev.fenestra.tools.duties;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The receives of a QP or an SRQ whose completions were not polled yet, oldest first. */
final class PostedReceives {
    private final String name;
    final Deque<ReceiveRequest> outstanding = new ArrayDeque<>();

    PostedReceives(String name) {
        this.name = name;
    }

    /** Takes the oldest receive of a number; null when there is none. */
    @Nullable
    ReceiveRequest take(long wrId) {
        Iterator<ReceiveRequest> all = outstanding.iterator();
        while (all.hasNext()) {
            ReceiveRequest one = all.next();
            if (one.wrId == wrId) {
                all.remove();
                return one;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name;
    }
}
