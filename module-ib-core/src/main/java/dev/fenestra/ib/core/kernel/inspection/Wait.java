package dev.fenestra.ib.core.kernel.inspection;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A wait of a thread. It is noted while the thread sleeps, and read by those who ask who waits for whom. A thread that
 * looks again and again, as all do on a virtual clock, is noted only after a moment. So what comes at once costs
 * nothing.
 */
public final class Wait implements AutoCloseable {
    /** How long a thread looks before its wait is noted, nanoseconds. */
    private static final long MOMENT_NANOS = 1_000_000;

    /** By its thread, the innermost wait. */
    private static final Map<Thread, Wait> NOTED = new ConcurrentHashMap<>();

    private final Thread thread = Thread.currentThread();
    private final Awaited awaited;
    private final long since = System.nanoTime();
    private boolean isNoted;
    private @Nullable Wait outer;

    private Wait(Awaited awaited) {
        this.awaited = awaited;
    }

    /**
     * Notes that the current thread is about to sleep. It must close the wait afterwards.
     *
     * @param awaited what it waits for
     * @return the wait
     */
    public static Wait sleeping(Awaited awaited) {
        Wait wait = new Wait(awaited);
        wait.note();
        return wait;
    }

    /**
     * Begins a wait of the current thread that looks again and again. It must call {@link #again} before each further
     * look, and close the wait afterwards.
     *
     * @param awaited what it waits for
     * @return the wait
     */
    public static Wait looking(Awaited awaited) {
        return new Wait(awaited);
    }

    /** {@return all waits that are noted at this moment, in no order} */
    public static List<Wait> all() {
        return List.copyOf(NOTED.values());
    }

    /** Notes the wait once it has lasted for a moment. */
    public void again() {
        if (!isNoted && System.nanoTime() - since >= MOMENT_NANOS) {
            note();
        }
    }

    private void note() {
        isNoted = true;
        outer = NOTED.put(thread, this);
    }

    /** {@return the thread that waits} */
    public Thread thread() {
        return thread;
    }

    /** {@return what it waits for} */
    public Awaited awaited() {
        return awaited;
    }

    /** {@return when it began, as {@link System#nanoTime} has it} */
    public long since() {
        return since;
    }

    /** Ends the wait. */
    @Override
    public void close() {
        if (!isNoted) {
            return;
        }
        if (outer == null) {
            NOTED.remove(thread);
        } else {
            NOTED.put(thread, outer);
        }
    }
}
