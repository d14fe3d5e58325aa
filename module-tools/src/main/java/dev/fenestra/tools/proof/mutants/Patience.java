package dev.fenestra.tools.proof.mutants;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a program waits for what other threads bring, and does nothing for it itself. */
final class Patience {
    private static final long PAUSE_NANOS = 200_000;

    private Patience() {}

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            pause();
        }
    }

    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
