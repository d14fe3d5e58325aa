package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.spi.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The last {@value #CAPACITY} refusals of a host, oldest first; always kept. */
public final class RefusalLog {
    /** How many refusals are kept. */
    public static final int CAPACITY = 256;

    private final Deque<Entry> last = new ArrayDeque<>(CAPACITY);
    private long total;

    RefusalLog() {}

    /** A place in the log. Its request may become known later. */
    private static final class Entry {
        private LoggedRefusal logged;

        Entry(LoggedRefusal logged) {
            this.logged = logged;
        }
    }

    synchronized void add(LoggedRefusal refusal) {
        if (last.size() == CAPACITY) {
            last.removeFirst();
        }
        last.addLast(new Entry(refusal));
        total++;
    }

    /** {@return the refusals kept at this moment, oldest first} */
    public List<Refusal> refusals() {
        return contents().last().stream().map(LoggedRefusal::refusal).toList();
    }

    /**
     * {@return the newest refusal that fits}
     *
     * @param fits whether it is wanted; it must not refuse anything
     */
    public synchronized Optional<Refusal> last(Predicate<Refusal> fits) {
        Iterator<Entry> newestFirst = last.descendingIterator();
        while (newestFirst.hasNext()) {
            Refusal one = newestFirst.next().logged.refusal();
            if (fits.test(one)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /**
     * The newest refusal that fits, of a request that a process has just seen fail: from now on the log names the
     * request.
     *
     * @param fits whether it is wanted; it must not refuse anything
     * @param wrId of the request
     * @return the refusal
     */
    public synchronized Optional<Refusal> completed(Predicate<Refusal> fits, long wrId) {
        Iterator<Entry> newestFirst = last.descendingIterator();
        while (newestFirst.hasNext()) {
            Entry one = newestFirst.next();
            LoggedRefusal logged = one.logged;
            if (fits.test(logged.refusal())) {
                if (logged.wrId() == null) {
                    one.logged = new LoggedRefusal(logged.refusal(), logged.nanos(), logged.caller(), wrId);
                }
                return Optional.of(logged.refusal());
            }
        }
        return Optional.empty();
    }

    /**
     * The log at one moment.
     *
     * @param total refusals so far, those no longer kept included
     * @param last the refusals kept, oldest first; the last of them is number {@code total}
     */
    public record Contents(long total, List<LoggedRefusal> last) {
        /**
         * {@return the refusals kept that came after a number}
         *
         * @param before how many there had been
         */
        public List<LoggedRefusal> since(long before) {
            int fresh = (int) Math.min(total - before, last.size());
            return last.subList(last.size() - fresh, last.size());
        }
    }

    /** {@return the refusals kept, and the number of all, of the same moment} */
    public synchronized Contents contents() {
        List<LoggedRefusal> kept = new ArrayList<>(last.size());
        last.forEach(entry -> kept.add(entry.logged));
        return new Contents(total, List.copyOf(kept));
    }

    /** {@return all refusals so far, those no longer kept included} */
    public synchronized long total() {
        return total;
    }
}
