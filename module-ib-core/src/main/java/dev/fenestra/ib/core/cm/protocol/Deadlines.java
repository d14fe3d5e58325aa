package dev.fenestra.ib.core.cm.protocol;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What is to happen at which time, soonest first; of equal times, what was asked for first. */
public final class Deadlines {
    private final PriorityQueue<Deadline> queue = new PriorityQueue<>();
    private long count;

    /** One entry; cancelled, it does nothing. */
    public static final class Deadline implements Comparable<Deadline> {
        private final long time;
        private final long number;
        private @Nullable Runnable work;

        private Deadline(long time, long number, Runnable work) {
            this.time = time;
            this.number = number;
            this.work = work;
        }

        /** Takes the work away. */
        public void cancel() {
            work = null;
        }

        @Override
        public int compareTo(Deadline other) {
            int order = Long.compare(time, other.time);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    /** Nothing is to happen. */
    public Deadlines() {}

    /**
     * {@return a new entry}
     *
     * @param time when, as the clock counts
     * @param work what
     */
    public Deadline at(long time, Runnable work) {
        Deadline deadline = new Deadline(time, count++, work);
        queue.add(deadline);
        return deadline;
    }

    /** {@return the soonest time, {@link Long#MAX_VALUE} for none} */
    public long next() {
        for (Deadline first = queue.peek(); first != null; first = queue.peek()) {
            if (first.work != null) {
                return first.time;
            }
            queue.remove();
        }
        return Long.MAX_VALUE;
    }

    /**
     * Does what is due.
     *
     * @param now the time
     */
    public void run(long now) {
        while (next() <= now) {
            Deadline first = queue.remove();
            Runnable work = first.work;
            first.cancel();
            if (work != null) {
                work.run();
            }
        }
    }
}
