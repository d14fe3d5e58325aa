package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;
import java.util.List;

/**
 * What benchmarks measured.
 *
 * @param targets what should be reached, and what was
 * @param figures all of them
 */
@JStache(path = "figures")
public record FiguresPage(Frame frame, Table targets, List<Chart> charts, Table figures) {
    public FiguresPage {
        charts = List.copyOf(charts);
    }

    /**
     * @param machine that they were measured on
     */
    public FiguresPage(String machine, Table targets, List<Chart> charts, Table figures) {
        this(Frame.of("Performance", "Measured on " + machine + "."), targets, charts, figures);
    }

    /** The page. */
    public String html() {
        return new FiguresPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
