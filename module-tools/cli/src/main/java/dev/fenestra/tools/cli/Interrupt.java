package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.OutputException;

/**
 * What is said when the program is asked to end, by Ctrl-C or by a scheduler, while some work is underway. When the
 * work ends by itself, nothing is.
 */
final class Interrupt implements AutoCloseable {
    private final Thread hook;

    /** Something to say that may need a file. */
    @FunctionalInterface
    interface Words {
        void say() throws OutputException;
    }

    /**
     * @param words runs while the work goes on, on a thread of its own
     */
    Interrupt(Words words) {
        hook = new Thread(() -> {
            try {
                words.say();
            } catch (OutputException lost) {
                throw new IllegalStateException(lost);
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException isEnding) {
            // The hook runs already. It has the last word, and the system ends this thread.
            awaitEnd();
        }
    }

    private static void awaitEnd() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
