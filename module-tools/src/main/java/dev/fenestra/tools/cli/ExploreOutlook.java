package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.tools.proof.explorer.Explorer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long an exploration will take. Each further verb multiplies the work by about the same factor, so a small
 * exploration on this machine tells of a large one.
 *
 * @param depth verbs in a row
 * @param time that it takes on one thread
 */
record ExploreOutlook(int depth, Duration time) {
    /** Up to here the answer is there sooner than an estimate would be worth it. */
    private static final int SOON = 4;

    private static final int TRIED = 2;
    /** Between 10 and 12 from depth 2 on: more verbs in a row leave more objects to try them on. */
    private static final double FACTOR = 12;

    private static final Duration LONG = Duration.ofHours(1);

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
        double factor = Math.pow(FACTOR, depth - TRIED);
        return new ExploreOutlook(depth, Duration.ofNanos(Math.round(nanos * devices * factor)));
    }

    /** The outlook in words; empty when it is less than an hour. */
    Optional<String> sentence() {
        if (time.compareTo(LONG) < 0) {
            return Optional.empty();
        }
        long hours = Math.max(1, Math.round(time.toMinutes() / 60.0));
        String about = hours < 48 ? hours + (hours == 1 ? " hour" : " hours") : Math.round(hours / 24.0) + " days";
        return Optional.of("depth " + depth + " takes about " + about + " on one processor of this machine. --jobs and"
                + " --shard I/N divide it, and with --out FILE.jsonl it can go on after it was stopped.");
    }
}
