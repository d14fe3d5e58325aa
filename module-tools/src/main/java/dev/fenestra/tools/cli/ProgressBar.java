package dev.fenestra.tools.cli;

import dev.fenestra.tools.demo.Demo;

/** A bar on one line of the terminal, for work that takes longer than a second. */
final class ProgressBar implements Demo.Progress {
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final long REFRESH_NANOS = 100_000_000;
    private static final int WIDTH = 40;

    private final Terminal terminal;
    private final long start;
    private long shownAt;
    private int shownLength;

    ProgressBar(Terminal terminal) {
        this.terminal = terminal;
        start = terminal.nanos().getAsLong();
        shownAt = start;
    }

    @Override
    public void moved(long bytes, long ofBytes) {
        long now = terminal.nanos().getAsLong();
        if (now - start < PATIENCE_NANOS || now - shownAt < REFRESH_NANOS) {
            return;
        }
        shownAt = now;
        if (terminal.isInteractive().getAsBoolean()) {
            show(bytes, ofBytes);
        }
    }

    /** Clears the line. */
    void clear() {
        if (shownLength > 0) {
            terminal.err().print("\r" + " ".repeat(shownLength) + "\r");
            terminal.err().flush();
            shownLength = 0;
        }
    }

    private void show(long bytes, long ofBytes) {
        int filled = (int) (WIDTH * bytes / ofBytes);
        String bar = "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + 100 * bytes / ofBytes + " %";
        terminal.err().print("\r" + bar);
        terminal.err().flush();
        shownLength = bar.length();
    }
}
