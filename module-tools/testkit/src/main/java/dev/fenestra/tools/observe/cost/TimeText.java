package dev.fenestra.tools.observe.cost;

import java.util.Locale;

/** Modelled times for people to read. The tilde marks them as modelled. */
public final class TimeText {
    private static final double STEP = 1_000;
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private TimeText() {}

    /**
     * A time with at most three digits before the unit: {@code ~350 ns}, {@code ~1.2 ms}; {@code 0} for nothing.
     *
     * @param nanos the time, nanoseconds
     * @return the text
     */
    public static String of(double nanos) {
        if (nanos == 0) {
            return "0";
        }
        double value = nanos;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 ? "~%.1f %s" : "~%.0f %s", value, UNITS[unit]);
    }
}
