package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsRule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Events of an object that the program has taken and not acknowledged. The object cannot be destroyed before they are
 * acknowledged: its close waits for the threads that took them, and is refused when no such thread is left.
 */
public final class UnackedEvents {
    private static final long LOOK_AGAIN_MILLIS = 10;

    /** Events that are not acknowledged, by the thread that took them. */
    private final Map<Thread, Integer> taken = new ConcurrentHashMap<>();

    private volatile int acknowledged;

    /** Makes an account without events. */
    public UnackedEvents() {}

    /** Notes that the calling thread has taken an event. */
    public synchronized void taken() {
        taken.merge(Thread.currentThread(), 1, Integer::sum);
    }

    /**
     * Acknowledges events, those of the calling thread first.
     *
     * @param count how many
     * @throws IllegalArgumentException for more than were taken
     */
    public synchronized void acknowledge(int count) {
        int all = taken.values().stream().mapToInt(Integer::intValue).sum();
        if (count < 0 || count > all) {
            throw new IllegalArgumentException("acknowledges " + count + " events, of which " + all + " were taken");
        }
        int left = release(Thread.currentThread(), count);
        for (Thread other : Map.copyOf(taken).keySet()) {
            left = release(other, left);
        }
        acknowledged = acknowledged + count;
        notifyAll();
    }

    private int release(Thread taker, int most) {
        int held = taken.getOrDefault(taker, 0);
        int released = Math.min(held, most);
        if (released == held) {
            taken.remove(taker);
        } else {
            taken.put(taker, held - released);
        }
        return most - released;
    }

    /**
     * Refuses with EBUSY when only the calling thread, or a thread that has ended, could acknowledge an event. A wait
     * would have no end.
     *
     * @param device of the object
     * @param object to be destroyed
     */
    public synchronized void check(OpenDevice device, VerbsObject object) {
        int left = taken.getOrDefault(Thread.currentThread(), 0) + abandoned();
        if (left > 0) {
            throw device.logged(
                    "uverbs", new VerbsException(VerbsRule.ACKNOWLEDGED, object.name() + ", unacknowledged=" + left));
        }
    }

    /**
     * Waits until other threads have acknowledged all events of the object.
     *
     * @param object to be destroyed
     * @param read events of it that the process has read
     */
    public synchronized void await(VerbsObject object, int read) {
        if (areSettled(read)) {
            return;
        }
        boolean interrupted = false;
        try (Wait _ = Wait.sleeping(new Acknowledgements(object.toString(), read))) {
            while (!areSettled(read)) {
                try {
                    wait(LOOK_AGAIN_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean areSettled(int read) {
        return acknowledged + abandoned() >= read;
    }

    private int abandoned() {
        return taken.entrySet().stream()
                .filter(entry -> !entry.getKey().isAlive())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** What a close waits for. */
    private final class Acknowledgements implements Awaited {
        private final String object;
        private final int read;

        Acknowledgements(String object, int read) {
            this.object = object;
            this.read = read;
        }

        @Override
        public String object() {
            return object;
        }

        @Override
        public String what() {
            return "to be destroyed, until its events are acknowledged";
        }

        @Override
        public String debtor() {
            return taken.isEmpty()
                    ? "no thread"
                    : debtors().stream().map(Thread::getName).collect(Collectors.joining(", "));
        }

        @Override
        public boolean isHere() {
            return areSettled(read);
        }

        @Override
        public boolean canCome() {
            return areSettled(read) || !taken.isEmpty();
        }

        @Override
        public List<Thread> debtors() {
            return taken.keySet().stream().filter(Thread::isAlive).toList();
        }

        @Override
        public String lastEvent() {
            return acknowledged + " of " + read + " events acknowledged";
        }
    }
}
