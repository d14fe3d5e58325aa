package dev.fenestra.tools.cli;

/** Progress on standard error: one line of a terminal, which is replaced; elsewhere a plain line every half minute. */
final class ProgressLine {
    private static final long PLAIN_REFRESH_NANOS = 30_000_000_000L;

    private final Terminal terminal;
    private final boolean isQuiet;
    private final long refresh;
    private long shownAt;
    private int shownLength;

    /**
     * @param isQuiet whether nothing is shown
     * @param refresh nanoseconds from one text to the next on a terminal
     * @param now by the clock of the terminal
     */
    ProgressLine(Terminal terminal, boolean isQuiet, long refresh, long now) {
        this.terminal = terminal;
        this.isQuiet = isQuiet;
        this.refresh = refresh;
        shownAt = now;
    }

    /** Whether the last text is old enough for another one. */
    boolean isDue(long now) {
        return !isQuiet && now - shownAt >= (isOfTerminal() ? refresh : PLAIN_REFRESH_NANOS);
    }

    boolean isOfTerminal() {
        return terminal.isInteractive().getAsBoolean();
    }

    void show(long now, String text) {
        shownAt = now;
        if (isOfTerminal()) {
            terminal.err().print("\r" + text + " ".repeat(Math.max(0, shownLength - text.length())));
            shownLength = text.length();
        } else {
            terminal.err().println("fenestra: " + text);
        }
        terminal.err().flush();
    }

    void clear() {
        if (shownLength > 0) {
            terminal.err().print("\r" + " ".repeat(shownLength) + "\r");
            terminal.err().flush();
            shownLength = 0;
        }
    }
}
