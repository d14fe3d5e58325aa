package dev.fenestra.tools.testing;

import dev.fenestra.tools.observe.waits.HangWatchdog;
import dev.fenestra.tools.observe.waits.VainWait;
import dev.fenestra.tools.observe.waits.Waiters;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Makes a failure of a hang. A test, and what cleans up after it, runs on a thread of its own. When a watchdog names a
 * wait in vain, one of a server or the one of this extension, the test fails with its words. Its thread is
 * interrupted and left behind, as it is when JUnit's time-out interrupts this extension.
 */
public final class NoHang implements InvocationInterceptor {
    private static final long LOOK_MILLIS = 50;

    /** What cleans up after a hang may hang, too. */
    private static final Duration CLEANING = Duration.ofSeconds(15);

    /** Made by JUnit. */
    public NoHang() {}

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context.getDisplayName(), HangWatchdog.USUAL_LIMIT);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context.getDisplayName(), HangWatchdog.USUAL_LIMIT);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        try (Run cleaning = Run.start(invocation, "after " + context.getDisplayName())) {
            cleaning.result(CLEANING.toMillis());
        } catch (TimeoutException stuck) {
            throw new AssertionError("what cleans up has not ended in " + CLEANING, stuck);
        }
    }

    /**
     * Runs a test.
     *
     * @param limit after this time a wait in vain is named
     * @throws AssertionError when somebody waits in vain
     * @throws Throwable what the test throws
     */
    static void run(Invocation<Void> test, String name, Duration limit) throws Throwable {
        try (HangWatchdog threads = HangWatchdog.start(Waiters.ofThreads(), limit, limit.dividedBy(6), _ -> {});
                Run run = Run.start(test, name)) {
            while (true) {
                try {
                    run.result(LOOK_MILLIS);
                    return;
                } catch (TimeoutException goesOn) {
                    List<String> found = found(threads);
                    if (!found.isEmpty()) {
                        throw new AssertionError(String.join("\n", found), goesOn);
                    }
                }
            }
        }
    }

    private static List<String> found(HangWatchdog threads) {
        return Stream.concat(Stream.of(threads), HangWatchdog.running().stream())
                .distinct()
                .flatMap(watchdog -> watchdog.findings().stream())
                .map(VainWait::text)
                .toList();
    }

    /** An invocation on a thread of its own. */
    private record Run(Thread thread, CompletableFuture<Void> end) implements AutoCloseable {
        static Run start(Invocation<Void> test, String name) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> {
                try {
                    end.complete(test.proceed());
                } catch (Throwable failure) {
                    end.completeExceptionally(failure);
                }
            });
            thread.setContextClassLoader(loader);
            thread.start();
            return new Run(thread, end);
        }

        void result(long millis) throws Throwable {
            try {
                end.get(millis, TimeUnit.MILLISECONDS);
            } catch (ExecutionException failed) {
                throw failed.getCause();
            }
        }

        /** Asks a thread that has not ended to end. */
        @Override
        public void close() {
            if (!end.isDone()) {
                thread.interrupt();
            }
        }
    }
}
