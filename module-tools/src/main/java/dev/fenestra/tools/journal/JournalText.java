package dev.fenestra.tools.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sink that writes one event per line: sequence, virtual time in microseconds, host, layer, what happened. When the
 * stream fails it writes no more, and {@link #close} says why.
 */
public final class JournalText implements Consumer<JournalEvent>, Closeable {
    private static final int NANOS_PER_MICRO = 1_000;

    private final Writer out;
    private @Nullable IOException failure;

    /** Closing the sink closes the stream. */
    public JournalText(Writer out) {
        this.out = out;
    }

    /** The line of an event, without the end of line. */
    public static String line(JournalEvent event) {
        Stamp stamp = event.stamp();
        return String.format(
                "%8d %10d.%03d us  %-8s %-8s %s",
                stamp.sequence(),
                stamp.nanos() / NANOS_PER_MICRO,
                stamp.nanos() % NANOS_PER_MICRO,
                stamp.host(),
                stamp.layer(),
                event.text());
    }

    @Override
    public synchronized void accept(JournalEvent event) {
        if (failure == null) {
            try {
                out.write(line(event));
                out.write('\n');
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /** Ends the text; throws what kept it from being complete. */
    @Override
    public synchronized void close() throws IOException {
        try (out) {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
