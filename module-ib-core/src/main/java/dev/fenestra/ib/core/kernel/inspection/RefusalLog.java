package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.spi.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The last {@value #CAPACITY} refusals of a host, oldest first; always kept. */
public final class RefusalLog {
    /** How many refusals are kept. */
    public static final int CAPACITY = 256;

    private final Deque<Refusal> last = new ArrayDeque<>(CAPACITY);
    private long total;

    RefusalLog() {}

    synchronized void add(Refusal refusal) {
        if (last.size() == CAPACITY) {
            last.removeFirst();
        }
        last.addLast(refusal);
        total++;
    }

    /** {@return the refusals kept at this moment, oldest first} */
    public synchronized List<Refusal> refusals() {
        return List.copyOf(last);
    }

    /**
     * {@return the newest refusal that fits}
     *
     * @param fits whether it is wanted; it must not refuse anything
     */
    public synchronized Optional<Refusal> last(Predicate<Refusal> fits) {
        Iterator<Refusal> newestFirst = last.descendingIterator();
        while (newestFirst.hasNext()) {
            Refusal one = newestFirst.next();
            if (fits.test(one)) {
                return Optional.of(one);
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
    public record Contents(long total, List<Refusal> last) {}

    /** {@return the refusals kept, and the number of all, of the same moment} */
    public synchronized Contents contents() {
        return new Contents(total, List.copyOf(last));
    }

    /** {@return all refusals so far, those no longer kept included} */
    public synchronized long total() {
        return total;
    }
}
