package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;
import java.util.List;

/**
 * What operations cost by a model.
 *
 * @param notes sentences about the figures
 * @param chart why windows exist
 * @param times a table for each kind of memory
 * @param counts of work, a table for each kind of memory
 * @param prices of the model
 */
@JStache(path = "cost")
public record CostPage(
        Frame frame, List<String> notes, Chart chart, List<Table> times, List<Table> counts, Table prices) {
    public CostPage {
        notes = List.copyOf(notes);
        times = List.copyOf(times);
        counts = List.copyOf(counts);
    }

    public CostPage(List<String> notes, Chart chart, List<Table> times, List<Table> counts, Table prices) {
        this(
                Frame.of(
                        "What memory costs",
                        "Registering, re-registering, binding, invalidating and copying, by the size of the memory."),
                notes,
                chart,
                times,
                counts,
                prices);
    }

    /** The page. */
    public String html() {
        return new CostPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
