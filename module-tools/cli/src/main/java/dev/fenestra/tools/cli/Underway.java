package dev.fenestra.tools.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Shows the progress of work that another thread does and counts, and says how far it was after Ctrl-C. */
final class Underway implements AutoCloseable {
    private static final long LOOK_MILLIS = 100;

    private final ProgressBar bar;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Interrupt interrupt;

    /**
     * @param unit what is counted, in the plural: {@code plans}
     * @param isQuiet whether nothing is shown
     * @param done how much is done
     * @param of how much there is; 0 when nobody knows
     * @param words what is said after Ctrl-C: a summary, and how to go on
     */
    Underway(Terminal terminal, String unit, boolean isQuiet, LongSupplier done, long of, Supplier<String> words) {
        bar = new ProgressBar(terminal, unit, isQuiet);
        interrupt = new Interrupt(() -> {
            end.countDown();
            bar.clear();
            terminal.out().println(words.get());
            terminal.out().flush();
        });
        Thread.ofPlatform().daemon().name("progress").start(() -> look(done, of));
    }

    private void look(LongSupplier done, long of) {
        try {
            while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                bar.moved(done.getAsLong(), of);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Prints a line to standard output at once: something that was found. */
    void say(String line) {
        bar.say(line);
    }

    @Override
    public void close() {
        end.countDown();
        bar.clear();
        interrupt.close();
    }
}
