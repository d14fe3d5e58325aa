package dev.fenestra.tools.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How often a trip is made, and what was logged each time. The first time classes are initialized and caches are filled
 * on the way.
 */
final class Rounds {
    /** How often a trip is made before the one that is counted. */
    static final int WARM_UPS = 3;

    private final int count;
    private final boolean isLogged;
    private final List<TripLog> logs = new ArrayList<>();

    private Rounds(int count, boolean isLogged) {
        this.count = count;
        this.isLogged = isLogged;
    }

    /** A trip is made once, without the log, for somebody with a debugger. */
    static Rounds once() {
        return new Rounds(1, false);
    }

    static Rounds logged() {
        return new Rounds(1 + WARM_UPS, true);
    }

    int count() {
        return count;
    }

    /**
     * Makes the trip, for which all is ready: a debugger stops here before it begins.
     *
     * @param span which entries belong to it
     * @param trip runs until its completion is polled
     * @param effect whether the trip has had its effect
     */
    void go(Span span, Runnable trip, BooleanSupplier effect) {
        if (isLogged) {
            logs.add(MethodLog.record(span, trip, effect));
        } else {
            trip.run();
        }
    }

    void go(Runnable trip, BooleanSupplier effect) {
        go(Span.WHOLE, trip, effect);
    }

    TripLog first() {
        return logs.getFirst();
    }

    TripLog last() {
        return logs.getLast();
    }
}
