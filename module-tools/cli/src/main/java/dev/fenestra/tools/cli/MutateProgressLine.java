package dev.fenestra.tools.cli;

import dev.fenestra.tools.proof.mutate.MutateProgress;

/**
 * How far a campaign is, and how long it will take: on one line of a terminal, elsewhere as a plain line every half
 * minute.
 */
final class MutateProgressLine implements MutateProgress {
    private static final long REFRESH_NANOS = 500_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Terminal terminal;
    private final ProgressLine line;
    private long start;
    private String last = "nothing was tried yet";

    MutateProgressLine(Terminal terminal, boolean isQuiet) {
        this.terminal = terminal;
        start = terminal.nanos().getAsLong();
        line = new ProgressLine(terminal, isQuiet, REFRESH_NANOS, start);
    }

    @Override
    public synchronized void recorded(int cases) {
        start = terminal.nanos().getAsLong();
        show("recording which lines each case reaches: " + cases + " cases");
    }

    @Override
    public synchronized void tried(int done, int of, int survivors) {
        last = String.format("%d of %d defects were tried, %d of them not noticed", done, of, survivors);
        long left = (terminal.nanos().getAsLong() - start) / done * (of - done) / NANOS_PER_SECOND;
        show(String.format("%d of %d, %d not noticed, %d:%02d left", done, of, survivors, left / 60, left % 60));
    }

    /** How far it is, in words. */
    synchronized String soFar() {
        return last;
    }

    /** Clears the line. */
    synchronized void clear() {
        line.clear();
    }

    private void show(String text) {
        long now = terminal.nanos().getAsLong();
        if (line.isDue(now)) {
            line.show(now, text);
        }
    }
}
