package dev.fenestra.tools.measure.chart;

import java.util.Locale;

/** What an axis counts, and where its ticks are: at powers of one base. */
public enum Scale {
    /** Numbers, by powers of ten. */
    COUNT(10) {
        @Override
        String text(double value) {
            if (value >= 1e6) {
                return String.format(Locale.ROOT, "%.0fM", value / 1e6);
            }
            if (value >= 1e3) {
                return String.format(Locale.ROOT, "%.0fk", value / 1e3);
            }
            return value >= 1 ? String.format(Locale.ROOT, "%.0f", value) : String.valueOf(value);
        }
    },
    /** Bytes, by powers of 1024. */
    BYTES(1024) {
        @Override
        String text(double value) {
            return inUnits(value, "B", "KiB", "MiB", "GiB", "TiB");
        }

        @Override
        String exact(double value) {
            return text(value);
        }
    },
    /** Nanoseconds, by powers of ten. */
    NANOS(10) {
        @Override
        String text(double value) {
            return inUnits(value, "ns", "us", "ms", "s");
        }

        @Override
        String exact(double value) {
            return text(value);
        }

        @Override
        double step() {
            return 1000;
        }
    };

    private static final double HUNDRED = 100;
    private static final double EXACTNESS = 0.01;

    private final double base;

    Scale(double base) {
        this.base = base;
    }

    /** The text of a tick. */
    abstract String text(double value);

    /** The text of a value between ticks. */
    String exact(double value) {
        return value < HUNDRED && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** How many of a unit make the next one. */
    double step() {
        return base;
    }

    double log(double value) {
        return Math.log10(value) / Math.log10(base);
    }

    double power(int exponent) {
        return Math.pow(base, exponent);
    }

    final String inUnits(double value, String... units) {
        double rest = value;
        int unit = 0;
        while (rest >= step() && unit < units.length - 1) {
            rest /= step();
            unit++;
        }
        boolean isRound = rest >= HUNDRED || Math.abs(rest - Math.rint(rest)) < EXACTNESS;
        return String.format(Locale.ROOT, isRound ? "%.0f %s" : "%.1f %s", rest, units[unit]);
    }
}
