package dev.fenestra.tools.routes;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A log while a trip is made. One thread at a time enters. */
final class Recording {
    private final Span span;
    private final BooleanSupplier effect;
    private final SequencedSet<String> files = new LinkedHashSet<>();
    private final SequencedSet<String> methods = new LinkedHashSet<>();
    private String lastFile = "";
    private int switches;
    private int untilEffect = -1;

    /** The one that serves the trip, once it has begun. */
    private @Nullable Thread server;

    private boolean isPaused;
    private boolean isOver;

    /** Whether the question for the effect is being asked, which enters methods, too. */
    private boolean isAsking;

    Recording(Span span, BooleanSupplier effect) {
        this.span = span;
        this.effect = effect;
    }

    void enter(MethodLog.Place place) {
        if (isAsking || isOver || !belongs(place.method())) {
            return;
        }
        ask();
        if (!lastFile.isEmpty() && !lastFile.equals(place.file())) {
            switches++;
        }
        lastFile = place.file();
        files.add(place.file());
        methods.add(place.method());
    }

    private boolean belongs(String method) {
        if (span.isWhole()) {
            return true;
        }
        if (server == null && span.begins(method)) {
            server = Thread.currentThread();
        }
        if (server != Thread.currentThread()) {
            return false;
        }
        isOver = span.ends(method);
        isPaused = isPaused ? !span.goesOn(method) : span.pauses(method);
        return !isPaused;
    }

    private void ask() {
        if (untilEffect < 0) {
            isAsking = true;
            untilEffect = effect.getAsBoolean() ? files.size() : -1;
            isAsking = false;
        }
    }

    /**
     * Ends the log.
     *
     * @throws IllegalStateException when the trip had no effect
     */
    TripLog end() {
        ask();
        if (untilEffect < 0) {
            throw new IllegalStateException("the trip had no effect");
        }
        return new TripLog(List.copyOf(files), List.copyOf(methods), switches, untilEffect);
    }
}
