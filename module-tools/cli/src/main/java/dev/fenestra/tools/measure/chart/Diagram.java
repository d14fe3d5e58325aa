package dev.fenestra.tools.measure.chart;

import dev.fenestra.tools.page.Chart;

/** A picture of figures. The same figures always give the same bytes. */
public interface Diagram {
    /** {@return what it shows} */
    String title();

    /** {@return whether there is a figure to see} */
    boolean isDrawn();

    /** {@return the picture as a file of its own, in light and dark} */
    String svg();

    /** {@return the picture within a page, with its figures as a table} */
    Chart chart();
}
