package dev.fenestra.tools.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The design system: style sheets that pages and pictures share. */
public final class Styles {
    /** The palettes for light and dark. */
    public static final String TOKENS = read("tokens.css");
    /** Type, controls and focus, for every page. */
    public static final String BASE = read("base.css");
    /** Charts, within a page and as files of their own. */
    public static final String CHART = read("chart.css");
    /** What pages of results add. */
    static final String PAGE = read("page.css");
    /** The script of pages with a table that can be filtered. */
    static final String FILTER = read("filter.js");

    private Styles() {}

    private static String read(String name) {
        try (InputStream in = Styles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the module");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
