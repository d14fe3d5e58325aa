package dev.fenestra.hw.sim.engine.protection;

import org.jspecify.annotations.Nullable;

/** Finds a QP by its number. */
@FunctionalInterface
public interface QpLookup {
    /** The QP that has this number now, or null. */
    @Nullable
    QpView find(int number);
}
