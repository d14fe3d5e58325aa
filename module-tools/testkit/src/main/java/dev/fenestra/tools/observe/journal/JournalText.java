package dev.fenestra.tools.observe.journal;

import dev.fenestra.tools.observe.cost.Bill;
import dev.fenestra.tools.observe.cost.CostModel;
import dev.fenestra.tools.observe.cost.TimeText;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sink that writes one event per line: sequence, virtual time in microseconds, host, layer, what it costs by a model
 * if one is given, what happened. Ends with the sum for each host. When the stream fails it writes no more, and
 * {@link #close} says why.
 */
public final class JournalText implements Consumer<JournalEvent>, Closeable {
    private static final int NANOS_PER_MICRO = 1_000;

    private final Writer out;
    private final @Nullable CostModel model;
    private final SequencedMap<String, Bill> bills = new LinkedHashMap<>();
    private @Nullable IOException failure;

    /**
     * Writes events. Closing the sink closes the stream.
     *
     * @param out receives the lines
     */
    public JournalText(Writer out) {
        this(out, null);
    }

    /**
     * Writes events with their prices, and at the end the sum for each host.
     *
     * @param out receives the lines
     * @param model the prices; null for lines without them
     */
    public JournalText(Writer out, @Nullable CostModel model) {
        this.out = out;
        this.model = model;
    }

    /**
     * The line of an event, without the end of line.
     *
     * @param event the event
     * @return the line
     */
    public static String line(JournalEvent event) {
        return line(event, "");
    }

    /**
     * The line of an event with its price.
     *
     * @param event the event
     * @param model the prices
     * @return the line
     */
    public static String line(JournalEvent event, CostModel model) {
        return line(event, String.format("%9s  ", TimeText.of(model.nanos(event.charges()))));
    }

    private static String line(JournalEvent event, String cost) {
        Stamp stamp = event.stamp();
        return String.format(
                "%8d %10d.%03d us  %-8s %-8s %s%s",
                stamp.sequence(),
                stamp.nanos() / NANOS_PER_MICRO,
                stamp.nanos() % NANOS_PER_MICRO,
                stamp.host(),
                stamp.layer(),
                cost,
                event.text());
    }

    @Override
    public synchronized void accept(JournalEvent event) {
        if (model == null) {
            write(line(event));
        } else {
            write(line(event, model));
            bills.computeIfAbsent(event.stamp().host(), _ -> new Bill()).add(event.charges());
        }
    }

    private void write(String line) {
        if (failure == null) {
            try {
                out.write(line);
                out.write('\n');
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /** Ends the text; throws what kept it from being complete. */
    @Override
    public synchronized void close() throws IOException {
        CostModel prices = model;
        if (prices != null) {
            bills.forEach((host, bill) -> write("modelled cost on " + host + ": " + TimeText.of(bill.nanos(prices))
                    + " of work, a model and no measurement (" + bill + ")"));
            bills.clear();
        }
        try (out) {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
