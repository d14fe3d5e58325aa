package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * How many records of each object were sent to a process. When the object is destroyed, the process must acknowledge as
 * many events as the kernel says that it has read. A process that did not get them all waits for ever.
 */
final class SentEvents {
    /** By the name of the object. */
    private final Map<Long, Integer> counts = new HashMap<>();

    private final List<Awaited> missing = new CopyOnWriteArrayList<>();

    /**
     * Events that a process must acknowledge, and never got.
     *
     * @param object that was destroyed
     */
    private record Missing(String object, int count) implements Awaited {
        @Override
        public String what() {
            return "to acknowledge " + count + (count == 1 ? " event" : " events") + " that it never got";
        }

        @Override
        public String debtor() {
            return "nobody";
        }

        @Override
        public boolean isHere() {
            return false;
        }

        @Override
        public boolean canCome() {
            return false;
        }
    }

    /** Counts a record of an object that was sent, or with -1 one that was taken back. */
    void count(long object, int more) {
        counts.merge(object, more, Integer::sum);
    }

    /**
     * Forgets an object that is destroyed.
     *
     * @param told events of it that the process is told to have read
     */
    void settle(long object, int told) {
        Integer known = counts.remove(object);
        int sent = known == null ? 0 : known;
        if (sent < told) {
            missing.add(new Missing(String.format("object 0x%x, which is destroyed", object), told - sent));
        }
    }

    /** Callable from any thread. */
    List<Awaited> missing() {
        return List.copyOf(missing);
    }
}
