package dev.fenestra.hw.sim.hca.protection;

import org.jspecify.annotations.Nullable;

/** Finds a QP by its number. */
@FunctionalInterface
public interface QpLookup {
    /**
     * {@return the QP that has this number now, or null}
     *
     * @param number of the QP
     */
    @Nullable
    QpView find(int number);
}
