package dev.fenestra.tools.conformance;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time of a case. A device that never comes back from a step would stop the whole run. Instead its case
 * fails, and the thread that hangs in it stays behind. When the device comes back but its clock stands still, the
 * kernel ends the wait long before, after a million steps (rule HOST-4).
 */
final class Watchdog {
    private final Duration patience;

    Watchdog(Duration patience) {
        this.patience = patience;
    }

    /** The result of the case, or a failure with its name when there is no result in time. */
    CaseResult watch(ConformanceCase one, Supplier<CaseResult> run) {
        CompletableFuture<CaseResult> result = new CompletableFuture<>();
        Thread runner = Thread.ofPlatform().daemon().name("case " + one.id()).unstarted(() -> complete(result, run));
        runner.start();
        try {
            return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            runner.interrupt();
            return new CaseResult.Failed(
                    one, one.atFault(), "an end of the case", "none after " + patience.toSeconds() + " s");
        } catch (InterruptedException stopped) {
            runner.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(one + " was interrupted", stopped);
        } catch (ExecutionException failed) {
            throw unchecked(failed.getCause());
        }
    }

    private static void complete(CompletableFuture<CaseResult> result, Supplier<CaseResult> run) {
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
