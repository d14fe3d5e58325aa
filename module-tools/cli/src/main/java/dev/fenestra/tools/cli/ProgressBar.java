package dev.fenestra.tools.cli;

import dev.fenestra.tools.demo.Demo;
import java.util.Locale;

/**
 * How far long work is, with its rate and the remaining time. On a terminal this is a bar on one line of standard
 * error; elsewhere it is a plain line every half minute. Work that ends within a second shows nothing.
 */
final class ProgressBar implements Demo.Progress {
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long REFRESH_NANOS = 100_000_000;
    private static final int MOST_WIDTH = 40;
    private static final int LEAST_WIDTH = 10;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBI = 1 << 20;
    private static final String BYTES = "bytes";
    /** Of the brackets around the bar and the blank behind it; a full line would break. */
    private static final int FRAME = 4;

    private final Terminal terminal;
    private final String unit;
    private final long start;
    private final ProgressLine line;

    /** Of bytes that travel. */
    ProgressBar(Terminal terminal, boolean isQuiet) {
        this(terminal, BYTES, isQuiet);
    }

    /**
     * @param unit what is counted, in the plural: {@code plans}
     * @param isQuiet whether nothing is shown
     */
    ProgressBar(Terminal terminal, String unit, boolean isQuiet) {
        this.terminal = terminal;
        this.unit = unit;
        start = terminal.nanos().getAsLong();
        line = new ProgressLine(terminal, isQuiet, REFRESH_NANOS, start);
    }

    /**
     * So much is done.
     *
     * @param of how much there is; 0 when nobody knows
     */
    @Override
    public synchronized void moved(long done, long of) {
        long now = terminal.nanos().getAsLong();
        if (now - start >= PATIENCE_NANOS && line.isDue(now)) {
            String text = text(done, of, (now - start) / NANOS_PER_SECOND);
            line.show(now, of > 0 && line.isOfTerminal() ? bar(done, of, text.length()) + text : text);
        }
    }

    /** Prints a line to standard output at once, above the bar: something that was found. */
    synchronized void say(String text) {
        line.clear();
        terminal.out().println(text);
        terminal.out().flush();
    }

    /** Clears the line. */
    synchronized void clear() {
        line.clear();
    }

    private String text(long done, long of, double seconds) {
        double rate = done / seconds;
        String share = of > 0 ? 100 * done / of + " %, " + amount(done) + " of " + amount(of) : amount(done);
        String left = of > done && done > 0 ? ", " + time(Math.round((of - done) / rate)) + " left" : "";
        return share + " " + unit() + ", " + rate(rate) + "/s" + left;
    }

    private String bar(long done, long of, int textLength) {
        int width = Math.clamp(terminal.columns() - textLength - FRAME, LEAST_WIDTH, MOST_WIDTH);
        int filled = (int) (width * Math.min(done, of) / of);
        return "[" + "#".repeat(filled) + ".".repeat(width - filled) + "] ";
    }

    private boolean isOfBytes() {
        return unit.equals(BYTES);
    }

    private String unit() {
        return isOfBytes() ? "MiB" : unit;
    }

    private String amount(long count) {
        return isOfBytes()
                ? String.format(Locale.ROOT, "%,.1f", count / MEBI)
                : String.format(Locale.ROOT, "%,d", count);
    }

    private String rate(double perSecond) {
        return isOfBytes()
                ? String.format(Locale.ROOT, "%,.1f MiB", perSecond / MEBI)
                : String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    private static String time(long seconds) {
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
