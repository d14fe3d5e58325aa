package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.proof.explorer.Explorer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long an exploration may take. Each further verb multiplies the work by less than the one before: by 15, 7.3,
 * 4.3 and 3 up to depth 5. So the last of these factors, applied to a small exploration on this machine, gives a bound.
 *
 * @param depth verbs in a row
 * @param time that it takes on one thread, at most about
 */
record ExploreOutlook(int depth, Duration time) {
    /** Up to here the answer is there sooner than an estimate would be worth it. */
    private static final int SOON = 5;

    private static final int TRIED = 2;
    /** Probes at depth 5 for each at the depth that is tried. */
    private static final double UP_TO_SOON = 94;

    private static final double FACTOR = 3;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int MINUTES_PER_HOUR = 60;
    private static final int HOURS_PER_DAY = 24;

    /** Explores a little to see how fast this machine is, unless the depth is small. */
    static ExploreOutlook of(LongSupplier nanos, List<WindowSupport> devices, int depth) {
        if (depth <= SOON) {
            return new ExploreOutlook(depth, Duration.ZERO);
        }
        WindowSupport device = devices.getFirst();
        Explorer.explore(device, TRIED);
        long start = nanos.getAsLong();
        Explorer.explore(device, TRIED);
        return extrapolated(nanos.getAsLong() - start, devices.size(), depth);
    }

    /**
     * What the time of a small exploration tells.
     *
     * @param nanos it took on one device
     */
    static ExploreOutlook extrapolated(long nanos, int devices, int depth) {
        double factor = UP_TO_SOON * Math.pow(FACTOR, depth - SOON);
        return new ExploreOutlook(depth, Duration.ofNanos(Math.round(nanos * devices * factor)));
    }

    /** The outlook in words; empty when it is short. */
    Optional<String> sentence() {
        if (time.compareTo(LONG) < 0) {
            return Optional.empty();
        }
        return Optional.of("depth " + depth + " may take " + amount(time.toMinutes()) + " on one processor of this"
                + " machine. --jobs and --shard I/N divide it, and with --out FILE.jsonl it can go on after it was"
                + " stopped.");
    }

    private static String amount(long minutes) {
        long hours = Math.round((double) minutes / MINUTES_PER_HOUR);
        if (hours < 2) {
            return minutes + " minutes";
        }
        return hours < 2 * HOURS_PER_DAY ? hours + " hours" : Math.round((double) hours / HOURS_PER_DAY) + " days";
    }
}
