package dev.fenestra.tools.conformance.guard;

import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time of what is judged. A device that never comes back from a step would stop the whole run. Instead the
 * wait for it ends, and the thread that hangs in it is interrupted and stays behind. When the device comes back but its
 * clock stands still, the kernel ends the wait long before, after a million steps (rule HOST-4).
 *
 * <p>A thread that does not heed the interrupt cannot be ended: it takes a processor until the program ends. After
 * {@value #MOST_LEFT} of them nothing more is begun, because what runs beside them would be late without a fault of its
 * own.
 */
public final class Watchdog {
    /** Threads that may stay behind. */
    public static final int MOST_LEFT = 3;

    /** How often it looks for progress before the patience is at its end. */
    private static final int LOOKS = 8;

    /** All dogs of a program share its processors. */
    private static final Queue<Thread> LEFT = new ConcurrentLinkedQueue<>();

    private final Duration patience;

    /**
     * @param patience wall time without progress
     */
    public Watchdog(Duration patience) {
        this.patience = patience;
    }

    /** How long something may go without progress. */
    public Duration patience() {
        return patience;
    }

    /** Whether so many threads have stayed behind, and are still busy, that nothing more should be begun. */
    public static boolean isCrowded() {
        LEFT.removeIf(thread -> !thread.isAlive());
        return LEFT.size() >= MOST_LEFT;
    }

    /**
     * Runs something on a thread of its own.
     *
     * @param name of the thread
     * @param work what is judged
     * @return its result; empty when there is none in time
     */
    public <T> Optional<T> watch(String name, Supplier<T> work) {
        return watch(name, () -> 0, work);
    }

    /**
     * Runs something that is made of many steps.
     *
     * @param name of the thread
     * @param steps counts those that are done; the patience begins anew with each
     * @param work what is judged
     * @return its result; empty when no step was done for too long
     */
    public <T> Optional<T> watch(String name, LongSupplier steps, Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        long look = Math.ceilDiv(patience.toMillis(), LOOKS);
        Thread runner = Thread.ofPlatform().daemon().name(name).unstarted(() -> complete(result, work));
        runner.start();
        try {
            long before = steps.getAsLong();
            int idle = 0;
            while (idle < LOOKS) {
                try {
                    return Optional.of(result.get(look, TimeUnit.MILLISECONDS));
                } catch (TimeoutException _) {
                    long now = steps.getAsLong();
                    idle = now == before ? idle + 1 : 0;
                    before = now;
                }
            }
            runner.interrupt();
            LEFT.add(runner);
            return Optional.empty();
        } catch (InterruptedException stopped) {
            runner.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " was interrupted", stopped);
        } catch (ExecutionException failed) {
            throw unchecked(failed.getCause());
        }
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> run) {
        try {
            result.complete(run.get());
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(failure);
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }
}
